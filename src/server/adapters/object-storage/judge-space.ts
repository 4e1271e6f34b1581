import type { Judgment, Light } from '../../foundation/judgment.ts';
import { type FreeSpace, leastFreeShare } from './free-space.ts';

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
