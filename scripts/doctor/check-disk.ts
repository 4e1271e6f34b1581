import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { type FreeSpace, freeSpace, leastFreeShare } from '#server/adapters/object-storage/free-space.ts';
import type { Config } from '#server/settings/config.ts';
import { type Finding, green, red, yellow } from './finding.ts';

const gibibyte = 2 ** 30;
const cure = 'Make room, move DATA_DIR to a larger volume, or put the audio on S3.';

/** The data folder: whose it is, and the room on its volume. */
export async function checkDisk(
  { dataDirectory }: Pick<Config, 'dataDirectory'>,
  spaceOf: (folder: string) => Promise<FreeSpace> = freeSpace,
): Promise<Finding[]> {
  return [...(await folderFindings(dataDirectory)), spaceFinding(await spaceOf(dataDirectory))];
}

/** True when it belongs to somebody else: what is written there now could lock the service out. */
export async function isForeign(folder: string): Promise<boolean> {
  const owner = await stat(folder).catch(() => undefined);
  return owner !== undefined && process.getuid !== undefined && owner.uid !== process.getuid();
}

async function folderFindings(folder: string): Promise<Finding[]> {
  if (await isForeign(folder)) {
    const text = `DATA_DIR ${folder} belongs to another user than the one who asks.`;
    return [yellow('disk', text, 'Run this command as the user who runs Earshot.')];
  }
  const problem = await access(folder, constants.W_OK | constants.X_OK).then(
    () => undefined,
    (error: NodeJS.ErrnoException) => error.code,
  );
  if (problem === undefined) return [];
  if (problem === 'ENOENT') return [green('disk', `The first start makes DATA_DIR ${folder}.`)];
  const text = `Cannot write to DATA_DIR ${folder} (${problem}).`;
  return [red('disk', text, 'Make it a folder that belongs to the user who runs Earshot.')];
}

/** Uploads are refused below a twentieth, so that the database on the same volume can go on. */
function spaceFinding({ freeBytes, totalBytes }: FreeSpace): Finding {
  const share = totalBytes === 0 ? 0 : freeBytes / totalBytes;
  const text = `${(freeBytes / gibibyte).toFixed(1)} GiB, ${Math.floor(share * 100)} %, of the volume of DATA_DIR are free.`;
  if (share < leastFreeShare) return red('disk', `${text} Uploads are refused below 5 %.`, cure);
  if (freeBytes < gibibyte) return red('disk', text, cure);
  if (share < 2 * leastFreeShare) return yellow('disk', `${text} Uploads are refused below 5 %.`, cure);
  return freeBytes < 5 * gibibyte ? yellow('disk', text, cure) : green('disk', text);
}
