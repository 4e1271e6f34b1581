import { execFile } from 'node:child_process';
import { join } from 'node:path';
import type { Config } from '../../settings/config.ts';
import type { Queryable } from '../database/database.ts';
import { readBackupAge } from './backup-log.ts';

const command = join(import.meta.dirname, '../../../../scripts/backup.ts');
const secondsOfHour = 3600;
/** The job runs at the same minute of an hour, and a backup holds a moment a little later. */
const toleranceSeconds = 600;

interface Needs {
  readonly config: Pick<Config, 'backups'>;
  readonly database: Queryable;
}

/**
 * Begins a backup in the place of the settings, a folder or a bucket, when the newest is old enough. A process of its own makes it, with this one's settings, so
 * that neither requests nor other jobs wait for it. A failure is reported, and the next hour tries again.
 */
export function scheduledBackup({
  config,
  database,
}: Needs): (report: (line: string) => void) => Promise<void> {
  let isRunning = false;
  return async (report) => {
    if (!config.backups || isRunning) return;
    const age = await readBackupAge(database);
    if (age !== undefined && age < config.backups.everyHours * secondsOfHour - toleranceSeconds) return;
    isRunning = true;
    execFile(process.execPath, [command], (error, _stdout, stderr) => {
      isRunning = false;
      if (!error) return;
      const reason = (stderr.trim() || error.message).split('\n').join(' ');
      report(`The scheduled backup ended with an error: ${reason}`);
    });
  };
}
