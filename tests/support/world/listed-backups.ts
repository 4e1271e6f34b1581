import { readConfig } from '#server/settings/config.ts';
import { describeSet } from '../../../scripts/backup/describe-set.ts';
import { openHome } from '../../../scripts/backup/open-home.ts';

/** The lines that `npm run restore -- --list` prints with these settings, without starting it. */
export async function listedBackups(settings: Readonly<Record<string, string>>): Promise<string[]> {
  const { backups, backupKey } = readConfig(settings);
  if (!backups) throw new Error('The settings name no place for backups.');
  return Array.fromAsync(describeSet(await openHome(backups), backupKey));
}
