import { randomBytes } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The server's secret: the setting, or one made at the first start and kept in the data folder for its owner only. */
export async function readServerSecret(setting: string | undefined, dataDirectory: string): Promise<string> {
  if (setting) return setting;
  const path = join(dataDirectory, 'server-secret');
  const kept = await readIfThere(path);
  if (kept) return kept;
  await mkdir(dataDirectory, { recursive: true });
  const fresh = `${path}.${process.pid}`;
  await writeFile(fresh, randomBytes(32).toString('base64url'), { mode: 0o600 });
  // A link never replaces: of two servers that start at once on one folder, one secret wins for both.
  await link(fresh, path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  await rm(fresh);
  return readFile(path, 'utf8');
}

async function readIfThere(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}
