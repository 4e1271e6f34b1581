import { constants, existsSync } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { type FreeSpace, freeSpace, judgeSpace } from '#server/adapters/storage/object-storage.ts';
import type { Config } from '#server/settings/config.ts';
import { type Finding, green, judged, red, yellow } from './finding.ts';

/** Checks the owner of the data folder and the free space on its volume. */
export async function checkDisk(
  { dataDirectory }: Pick<Config, 'dataDirectory'>,
  spaceOf: (folder: string) => Promise<FreeSpace> = freeSpace,
): Promise<Finding[]> {
  return [...(await folderFindings(dataDirectory)), judged('disk', judgeSpace(await spaceOf(dataDirectory)))];
}

/** True if another user owns the folder. Writing there now could lock the service out. */
export async function isForeign(folder: string): Promise<boolean> {
  const owner = await stat(folder).catch(() => undefined);
  return owner !== undefined && process.getuid !== undefined && owner.uid !== process.getuid();
}

const cure = 'Make it a folder that belongs to the user who runs Earshot.';

async function folderFindings(folder: string): Promise<Finding[]> {
  if (await isForeign(folder)) {
    const text = `DATA_DIR ${folder} belongs to another user than the one running this command.`;
    return [yellow('disk', text, 'Run this command as the user who runs Earshot.')];
  }
  const problem = await access(folder, constants.W_OK | constants.X_OK).then(
    () => undefined,
    (error: NodeJS.ErrnoException) => error.code,
  );
  if (problem === undefined) return [];
  if (problem === 'ENOENT') return [await judgeMissing(folder)];
  const text = `Cannot write to DATA_DIR ${folder} (${problem}).`;
  return [red('disk', text, cure)];
}

/** A folder that the first start can only create if the user may write to the one above. */
async function judgeMissing(folder: string): Promise<Finding> {
  let above = dirname(folder);
  while (!existsSync(above)) above = dirname(above);
  return access(above, constants.W_OK | constants.X_OK).then(
    () => green('disk', `The first start creates DATA_DIR ${folder}.`),
    () => red('disk', `Cannot create DATA_DIR ${folder}: this user cannot write to ${above}.`, cure),
  );
}
