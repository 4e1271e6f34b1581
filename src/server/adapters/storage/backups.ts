import { execFile } from 'node:child_process';
import { join } from 'node:path';
import type { Judgment } from '../../foundation/operator-messages.ts';
import { sharedRead } from '../../foundation/work-queue.ts';
import { bigint, double, text, timestamp, uuid } from '../database/columns.ts';
import type { Queryable } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import type { Metrics } from '../telemetry/metrics.ts';

const insert = statement({
  takes: { madeAt: timestamp, finishedAt: timestamp, place: text, bytes: bigint, copiedBytes: bigint },
  gives: {},
})`
  insert into backups (made_at, finished_at, folder, bytes, copied_bytes)
  values (${'madeAt'}, ${'finishedAt'}, ${'place'}, ${'bytes'}, ${'copiedBytes'})`;

// One from the future is from a clock that was ahead. It must not delay the next backup.
const last = statement({ takes: {}, gives: { ageSeconds: double, bytes: bigint } })`
  select greatest(0, extract(epoch from now() - made_at))::double precision as "ageSeconds", bytes
  from backups where made_at < now() + interval '1 minute' order by made_at desc limit 1`;

const newest = statement({
  takes: {},
  gives: {
    id: uuid,
    madeAt: timestamp,
    finishedAt: timestamp,
    place: text,
    bytes: bigint,
    copiedBytes: bigint,
  },
})`
  select id, made_at as "madeAt", finished_at as "finishedAt", folder as place, bytes, copied_bytes as "copiedBytes"
  from backups order by made_at desc limit 10`;

/** The newest ten. */
export const readNewestBackups = (database: Queryable) => newest.all(database, {});

interface FinishedBackup {
  readonly madeAt: Date;
  readonly finishedAt: Date;
  /** Its folder, or its address in the bucket. */
  readonly place: string;
  readonly bytes: number;
  /** The part that had to be copied. */
  readonly copiedBytes: number;
}

/** Records a finished backup. */
export const recordBackup = (database: Queryable, backup: FinishedBackup) => insert.run(database, backup);

/** Age in seconds of the data in the newest backup; undefined before the first. */
export const readBackupAge = async (database: Queryable): Promise<number | undefined> =>
  (await last.one(database, {}))?.ageSeconds;

/** Registers the age of the newest backup as a metric. It is absent before the first one, which an alert can detect. */
export function watchBackups(metrics: Metrics, database: Queryable): void {
  const lastBackup = sharedRead(() => last.all(database, {}));
  metrics.gauge(
    'earshot_backup_age_seconds',
    'Age of the data in the newest complete backup; absent before the first one.',
    async () => (await lastBackup()).map(({ ageSeconds }) => ({ value: ageSeconds })),
  );
  metrics.gauge('earshot_backup_bytes', 'Size of the newest complete backup.', async () =>
    (await lastBackup()).map(({ bytes }) => ({ value: bytes })),
  );
}

const hourSeconds = 3600;

interface Schedule {
  /** Undefined if the server makes no scheduled backups. */
  readonly everyHours: number | undefined;
  readonly production: boolean;
}

/**
 * Whether the newest backup is recent enough for the schedule, or for one day without a schedule.
 * @param ageSeconds null before the first backup
 */
export function judgeBackup(ageSeconds: number | null, { everyHours, production }: Schedule): Judgment {
  const cure =
    everyHours === undefined
      ? 'Set BACKUP_DIR or BACKUP_S3_BUCKET to let the server make backups, or run npm run backup -- FOLDER.'
      : 'The log says why. npm run backup tries again now.';
  if (ageSeconds === null) {
    const first =
      everyHours === undefined
        ? cure
        : 'The server makes the first one at three minutes past the hour; if not, its log says why. npm run backup makes one now.';
    return { light: production ? 'yellow' : 'green', text: 'There has never been a backup.', cure: first };
  }
  const hours = Math.floor(ageSeconds / hourSeconds);
  const text = `The newest backup is ${hours} ${hours === 1 ? 'hour' : 'hours'} old.`;
  const due = everyHours ?? 24;
  if (hours >= 3 * due && production) return { light: 'red', text, cure };
  return { light: hours >= due + 2 ? 'yellow' : 'green', text, cure };
}

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
  readonly config: { readonly backups: { readonly everyHours: number } | undefined };
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
      const message = error.killed ? `it was ended after ${mostHours} hours` : stderr.trim() || error.message;
      const reason = message.split('\n').join(' ');
      report(`The scheduled backup failed: ${reason}`);
    });
  };
}
