import { randomBytes } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * The server's secret: the setting, or one created at the first start, in a file of the data folder that only its owner
 * can read.
 */
export async function readServerSecret(setting: string | undefined, dataDirectory: string): Promise<string> {
  const stored = await storedServerSecret(setting, dataDirectory);
  if (stored) return stored;
  const path = join(dataDirectory, 'server-secret');
  await mkdir(dataDirectory, { recursive: true });
  const fresh = `${path}.${process.pid}`;
  await writeFile(fresh, randomBytes(32).toString('base64url'), { mode: 0o600 });
  // A hard link never replaces a file, so two servers starting at once on one folder end up with the same secret.
  await link(fresh, path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  await rm(fresh);
  return readFile(path, 'utf8');
}

/** The setting or the file; undefined without either. Creates nothing. */
export const storedServerSecret = async (
  setting: string | undefined,
  dataDirectory: string,
): Promise<string | undefined> =>
  setting || (await readIfThere(join(dataDirectory, 'server-secret'))) || undefined;

async function readIfThere(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}
