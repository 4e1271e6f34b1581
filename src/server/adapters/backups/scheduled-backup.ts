import { execFile } from 'node:child_process';
import { join } from 'node:path';
import type { Config } from '../../settings/config.ts';
import type { Queryable } from '../database/database.ts';
import { readBackupAge } from './backup-log.ts';

const command = join(import.meta.dirname, '../../../../scripts/backup.ts');
const secondsOfHour = 3600;
/** A backup that takes longer hangs. What it has copied is not copied again. */
const mostHours = 24;
/** The job runs at the same minute of every hour, but a backup's data is a little later than that. */
const toleranceSeconds = 600;

/** The script, and how long it may run. */
interface BackupRun {
  readonly command: string;
  readonly mostMilliseconds: number;
}

interface Needs {
  readonly config: Pick<Config, 'backups'>;
  readonly database: Queryable;
}

/**
 * Starts a backup to the configured folder or bucket if the newest one is old enough. It runs in its own process with
 * the same settings, so that neither requests nor other jobs wait for it. A failure is reported and retried an hour
 * later.
 */
export function scheduledBackup(
  { config, database }: Needs,
  run: BackupRun = { command, mostMilliseconds: mostHours * secondsOfHour * 1000 },
): (report: (line: string) => void) => Promise<void> {
  let isRunning = false;
  return async (report) => {
    if (!config.backups || isRunning) return;
    const age = await readBackupAge(database);
    if (age !== undefined && age < config.backups.everyHours * secondsOfHour - toleranceSeconds) return;
    isRunning = true;
    const limits = { timeout: run.mostMilliseconds, killSignal: 'SIGKILL' } as const;
    execFile(process.execPath, [run.command, '--scheduled'], limits, (error, _stdout, stderr) => {
      isRunning = false;
      if (!error) return;
      const said = error.killed ? `it was ended after ${mostHours} hours` : stderr.trim() || error.message;
      const reason = said.split('\n').join(' ');
      report(`The scheduled backup failed: ${reason}`);
    });
  };
}
