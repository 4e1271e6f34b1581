import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Judgment, Light } from '../../foundation/operator-messages.ts';

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

const gibibyte = 2 ** 30;

/** Whether the volume of DATA_DIR has enough space. Uploads are rejected below 5%, to leave room for the database. */
export function judgeSpace({ freeBytes, totalBytes }: FreeSpace): Judgment {
  const share = totalBytes === 0 ? 0 : freeBytes / totalBytes;
  const room = `${(freeBytes / gibibyte).toFixed(1)} GiB, ${Math.floor(share * 100)}%, of the volume of DATA_DIR is free.`;
  const text = share < 2 * leastFreeShare ? `${room} Uploads are rejected below 5%.` : room;
  const cure = 'Free up space, move DATA_DIR to a larger volume, or store the audio on S3.';
  return { light: lightOf(freeBytes, share), text, cure };
}

function lightOf(freeBytes: number, share: number): Light {
  if (share < leastFreeShare || freeBytes < gibibyte) return 'red';
  return share < 2 * leastFreeShare || freeBytes < 5 * gibibyte ? 'yellow' : 'green';
}
