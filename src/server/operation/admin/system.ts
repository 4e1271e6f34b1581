import type { SystemFigures, SystemProblem } from '#contract/operation/admin/admin-system.ts';
import { product } from '#contract/product.ts';
import { waitText } from '#contract/wait-text.ts';
import { readDatabaseBytes, readPostgresVersion } from '../../adapters/database/database-figures.ts';
import { mostOverdueSeconds, readFailedJobs, readTasks, restartJob } from '../../adapters/jobs/job-queue.ts';
import { readStoppedJobs } from '../../adapters/jobs/job-schedule.ts';
import { judgeBackup, readBackupAge, readNewestBackups } from '../../adapters/storage/backups.ts';
import { freeSpace, judgeSpace } from '../../adapters/storage/object-storage.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { Judgment } from '../../foundation/operator-messages.ts';
import { refuse } from '../../foundation/refusals.ts';
import { maskLine } from '../../foundation/server-log.ts';
import { mostEmailSeconds, readEmailFigures } from '../../identity/emails/mail-delivery.ts';
import { recordAdminAct } from '../../identity/record-admin-act.ts';
import { jobTimetable } from '../../job-timetable.ts';
import { readStoredAudio } from '../../music/tracks/audio/intact-audio.ts';
import { storedThings } from './system-store.ts';

const mostOfError = 300;

type Needs = Pick<Dependencies, 'config' | 'database' | 'clock'>;

/** The state of emails, jobs, storage and backups, with problems for an operator. Uses at most two connections. */
export async function readSystem(deps: Needs): Promise<SystemFigures> {
  const [{ emails, jobs, stopped }, { storage, backups, judged, server }] = await Promise.all([
    readWork(deps),
    readKept(deps),
  ]);
  return {
    problems: [
      ...emailProblems(emails, deps.config),
      ...jobProblems(jobs.tasks, stopped),
      ...problemOf('disk', judgeSpace(storage.disk)),
      ...problemOf('backups', judged),
    ],
    emails,
    jobs,
    storage,
    backups,
    server,
  };
}

async function readWork(deps: Needs) {
  const emails = await readEmailFigures(deps);
  const tasks = await readTasks(deps.database);
  const failed = await readFailedJobs(deps.database);
  const stopped = await readStoppedJobs(deps.database, jobTimetable);
  return {
    emails,
    stopped,
    jobs: {
      tasks,
      failed: failed.map(({ id, error, failedAt, runsAt, ...job }) => ({
        ...job,
        id: String(id),
        error: inOneLine(error),
        failedAt: failedAt.toISOString(),
        runsAt: runsAt?.toISOString() ?? null,
      })),
    },
  };
}

/** The error as one line, as in the log. Masked before it is cut, so that no half of an address remains. */
const inOneLine = (error: string): string => maskLine(error).replaceAll(/\s+/g, ' ').slice(0, mostOfError);

async function readKept(deps: Needs) {
  const storage = await readStorage(deps);
  const { judged, backups } = await readBackups(deps);
  return { storage, judged, backups, server: await readServer(deps) };
}

async function readStorage({ config, database }: Needs): Promise<SystemFigures['storage']> {
  const stored = await storedThings.only(database, {});
  return {
    audio: await readStoredAudio({ database }),
    covers: stored.covers,
    avatars: stored.avatars,
    partialUploads: { uploads: stored.partialUploads, bytes: stored.partialBytes },
    lastSeal: stored.lastSeal,
    disk: await freeSpace(config.dataDirectory),
    bucket: config.s3?.bucket ?? null,
  };
}

async function readBackups({ config, database }: Needs) {
  const { backups: schedule, production } = config;
  const age = (await readBackupAge(database)) ?? null;
  const judged = judgeBackup(age, { everyHours: schedule?.everyHours, production });
  const newest = await readNewestBackups(database);
  const backups: SystemFigures['backups'] = {
    schedule: schedule ? shown(schedule) : null,
    text: judged.text,
    cure: age === null || judged.light !== 'green' ? judged.cure : null,
    newest: newest.map(({ madeAt, finishedAt, ...backup }) => ({
      ...backup,
      madeAt: madeAt.toISOString(),
      tookSeconds: (finishedAt.getTime() - madeAt.getTime()) / 1000,
    })),
  };
  return { judged, backups };
}

const shown = ({
  title: place,
  everyHours,
  keepDays,
  keepWeeks,
}: NonNullable<Dependencies['config']['backups']>) => ({ place, everyHours, keepDays, keepWeeks });

async function readServer({ database, clock }: Needs): Promise<SystemFigures['server']> {
  const startedAt = new Date(clock.now().getTime() - process.uptime() * 1000);
  return {
    version: product.version,
    postgresVersion: await readPostgresVersion(database),
    databaseBytes: await readDatabaseBytes(database),
    startedAt: startedAt.toISOString(),
  };
}

/**
 * Runs a failed or given-up job again within seconds. The second of two clicks has no effect.
 * @throws Refusal not_found if there is no such job, or it has succeeded
 */
export function runJobAgain(
  { database, clock }: Pick<Dependencies, 'database' | 'clock'>,
  actorId: string,
  jobId: number,
): Promise<void> {
  return database.transaction(async (tx) => {
    const task = await restartJob(tx, jobId);
    if (task === undefined) refuse('not_found');
    if (task === null) return;
    const details = { task, job: jobId };
    await recordAdminAct(tx, { event: 'job_run_again', userId: null, actorId, details }, clock.now());
  });
}

interface Emails {
  readonly hasMailServer: boolean;
  readonly waiting: number;
  readonly oldestWaitingSeconds: number;
}

/** Email problems for an operator. A trial installation needs no mail server. */
export function emailProblems(
  emails: Emails,
  { production }: { readonly production: boolean },
): SystemProblem[] {
  const problems: SystemProblem[] = [];
  if (!emails.hasMailServer && production) {
    const text = 'There is no mail server: emails are only written to files, and nobody receives them.';
    problems.push({ part: 'emails', text, cure: 'Set SMTP_URL.' });
  }
  if (emails.oldestWaitingSeconds > mostEmailSeconds) {
    problems.push({
      part: 'emails',
      text: `${counted(emails.waiting, 'email is', 'emails are')} waiting, the oldest for ${waitOf(emails.oldestWaitingSeconds)}.`,
      cure: 'The failed “send-mail” jobs show the mail server’s error. npm run doctor checks its settings.',
    });
  }
  return problems;
}

interface Tasks {
  readonly givenUp: number;
  readonly overdueSeconds: number | null;
}

/**
 * Job problems for an operator.
 *
 * @param stopped names of recurring jobs that are no longer queued
 */
export function jobProblems(tasks: readonly Tasks[], stopped: readonly string[]): SystemProblem[] {
  const problems: SystemProblem[] = [];
  if (stopped.length > 0) {
    problems.push({
      part: 'jobs',
      text: `${counted(stopped.length, 'recurring job has', 'recurring jobs have')} stopped: ${stopped.join(', ')}.`,
      cure: 'The servers’ logs say why the jobs could not be queued.',
    });
  }
  const givenUp = tasks.reduce((sum, task) => sum + task.givenUp, 0);
  const overdueSeconds = Math.max(0, ...tasks.map((task) => task.overdueSeconds ?? 0));
  if (givenUp > 0) {
    problems.push({
      part: 'jobs',
      text: `${counted(givenUp, 'job', 'jobs')} failed too many times and will not be retried.`,
      cure: 'Fix the causes in their errors, then run them again.',
    });
  }
  if (overdueSeconds > mostOverdueSeconds) {
    problems.push({
      part: 'jobs',
      text: `The oldest due job has waited ${waitOf(overdueSeconds)}.`,
      cure: 'Jobs are late or have stopped. Check the servers’ logs, or give the servers more capacity.',
    });
  }
  return problems;
}

/** A judgment that is not green, as a problem. */
export const problemOf = (part: SystemProblem['part'], { light, text, cure }: Judgment): SystemProblem[] =>
  light === 'green' ? [] : [{ part, text, cure }];

const counted = (count: number, one: string, many: string): string =>
  count === 1 ? `1 ${one}` : `${count.toLocaleString('en-US')} ${many}`;

const waitOf = (seconds: number): string => waitText(Math.floor(seconds));
