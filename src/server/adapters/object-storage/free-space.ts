import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';

export interface FreeSpace {
  readonly freeBytes: number;
  readonly totalBytes: number;
}

/** New objects are rejected if a smaller share of the volume is free. */
export const leastFreeShare = 0.05;

/** The space on the volume of a folder, or of its nearest existing parent. */
export async function freeSpace(folder: string): Promise<FreeSpace> {
  try {
    const { bavail, blocks, bsize } = await statfs(folder);
    return { freeBytes: bavail * bsize, totalBytes: blocks * bsize };
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    if (!isMissing || dirname(folder) === folder) throw error;
    return freeSpace(dirname(folder));
  }
}
