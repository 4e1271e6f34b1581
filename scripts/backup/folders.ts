import { mkdir, readdir } from 'node:fs/promises';

export const makeFolder = (path: string) => mkdir(path, { recursive: true, mode: 0o700 });

/** True if the folder does not exist or is empty. */
export async function isEmpty(folder: string): Promise<boolean> {
  const entries = await readdir(folder).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  });
  return entries.length === 0;
}
