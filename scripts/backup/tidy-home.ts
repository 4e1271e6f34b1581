import type { BackupHome } from './backup-home.ts';
import { momentOf } from './backup-set.ts';
import { keptFile } from './manifest.ts';
import { assertListed, neededFiles } from './needed-files.ts';
import { keptUntil, outdated, type Retention } from './retention-rules.ts';
import { type BackupPlace, saveText } from './saved-stream.ts';

interface Tidying {
  readonly key: string | undefined;
  /** Called with a line for each removed backup. */
  readonly say: (line: string) => void;
}

/** Runs before a backup: removes what failed attempts left. A failure is reported, but does not prevent the backup. */
export async function tidyBefore(home: BackupHome, { key, say }: Tidying): Promise<void> {
  try {
    const removed = await removeInterrupted(home, say);
    if (removed > 0) await home.sweep(() => neededFiles(home, key));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    say(`The remains of an interrupted backup could not be removed: ${reason}`);
  }
}

/**
 * Runs after a backup: removes old and interrupted ones, and files that none needs.
 * @throws OperatorError and removes nothing if the place does not list the new backup as complete: the list may lack
 * others too
 */
export async function tidyAfter(
  home: BackupHome,
  written: string,
  { key, say, ...retention }: Tidying & Retention,
): Promise<void> {
  await removeInterrupted(home, say, written);
  const all = await home.list();
  assertListed(home, all, written);
  const whole = all.filter(({ isWhole }) => isWhole);
  const newest = momentOf(written)?.getTime() ?? 0;
  for (const backup of outdated(whole, retention)) {
    const { name } = backup;
    if (name === written) continue;
    if (keptUntil(backup).getTime() > newest && (await home.files(name).has(keptFile))) continue;
    await home.remove(name);
    say(`Removed the old backup ${name}`);
  }
  await home.sweep(() => neededFiles(home, key, written));
}

/** Returns how many were removed. */
async function removeInterrupted(
  home: BackupHome,
  say: (line: string) => void,
  written?: string,
): Promise<number> {
  const all = await home.list();
  if (written !== undefined) assertListed(home, all, written);
  const interrupted = all.filter(({ isWhole }) => !isWhole);
  for (const { name } of interrupted) {
    await home.remove(name);
    say(`Removed the interrupted backup ${name}`);
  }
  return interrupted.length;
}

/** Marks a backup to be kept longer than others. */
export async function keepLonger(place: BackupPlace, reason: string): Promise<void> {
  if (!(await place.files.has(keptFile))) await saveText(place, keptFile, `${reason}\n`);
}
