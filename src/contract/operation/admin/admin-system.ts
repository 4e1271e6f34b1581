import { z } from 'zod';
import { call } from '../../call.ts';
import { Id, Seconds, Timestamp } from '../../primitives.ts';

const Count = z.int().nonnegative();

/** A problem that an operator has to solve: what is wrong, and what to do about it. */
export const SystemProblem = z.strictObject({
  part: z.enum(['emails', 'jobs', 'disk', 'backups']),
  text: z.string(),
  cure: z.string(),
});
export type SystemProblem = z.infer<typeof SystemProblem>;

export const RefusedEmail = z.strictObject({
  id: Id,
  recipient: z.string(),
  subject: z.string(),
  refusedAt: Timestamp,
  /** The account with this address. */
  user: z.strictObject({ id: Id, displayName: z.string() }).nullable(),
  /** This address gets no notices until an email about the account itself arrives, or an admin sends to it again. */
  isStopped: z.boolean(),
});
export type RefusedEmail = z.infer<typeof RefusedEmail>;

export const TaskFigures = z.strictObject({
  task: z.string(),
  due: Count,
  running: Count,
  later: Count,
  givenUp: Count,
  /** Seconds that the oldest due job has waited; null if none is due. */
  overdueSeconds: Seconds.nullable(),
});
export type TaskFigures = z.infer<typeof TaskFigures>;

export const FailedJob = z.strictObject({
  id: z.string(),
  task: z.string(),
  /** The last error as logged, without addresses, links and passwords; at most 300 characters. */
  error: z.string(),
  attempts: Count,
  failedAt: Timestamp,
  isRunning: z.boolean(),
  /** When it runs next; null once the server has given up. */
  runsAt: Timestamp.nullable(),
});
export type FailedJob = z.infer<typeof FailedJob>;

export const FinishedBackup = z.strictObject({
  id: Id,
  madeAt: Timestamp,
  tookSeconds: Seconds,
  /** Its folder, or its address in the bucket. */
  place: z.string(),
  bytes: Count,
  copiedBytes: Count,
});
export type FinishedBackup = z.infer<typeof FinishedBackup>;

/**
 * The state of the server. All but `server.startedAt` and `storage.disk` are the same on every server of one database.
 */
export const SystemFigures = z.strictObject({
  problems: z.array(SystemProblem),
  emails: z.strictObject({
    /** False: emails are written to files below DATA_DIR and reach nobody. */
    hasMailServer: z.boolean(),
    waiting: Count,
    oldestWaitingSeconds: Seconds,
    sentLastDay: Count,
    refusedLastWeek: Count,
    /** The newest 20. */
    refused: z.array(RefusedEmail),
  }),
  jobs: z.strictObject({
    tasks: z.array(TaskFigures),
    /** The newest 20 jobs that failed and have not succeeded since. */
    failed: z.array(FailedJob),
  }),
  storage: z.strictObject({
    audio: z.strictObject({ files: Count, bytes: Count }),
    covers: Count,
    avatars: Count,
    partialUploads: z.strictObject({ uploads: Count, bytes: Count }),
    /** The number of the last ledger seal; null before the first. */
    lastSeal: Count.nullable(),
    /** The volume of DATA_DIR, on the server that handled the request. */
    disk: z.strictObject({ freeBytes: Count, totalBytes: Count }),
    /** The bucket for audio and pictures; null if they are stored in DATA_DIR. */
    bucket: z.string().nullable(),
  }),
  backups: z.strictObject({
    /** Null if the server makes no scheduled backups. */
    schedule: z
      .strictObject({ place: z.string(), everyHours: Count, keepDays: Count, keepWeeks: Count })
      .nullable(),
    /** The age of the newest backup, and what to do if it is too old or missing. */
    text: z.string(),
    cure: z.string().nullable(),
    /** The newest ten. */
    newest: z.array(FinishedBackup),
  }),
  server: z.strictObject({
    version: z.string(),
    postgresVersion: z.string(),
    databaseBytes: Count,
    startedAt: Timestamp,
  }),
});
export type SystemFigures = z.infer<typeof SystemFigures>;

export const readSystem = call({
  method: 'GET',
  path: '/api/admin/system',
  summary: 'The state of emails, jobs, storage and backups, and what needs an operator’s attention.',
  spec: [],
  who: 'admin',
  answer: SystemFigures,
  status: 200,
  refusals: [],
});

export const allowEmails = call({
  method: 'POST',
  path: '/api/admin/users/{userId}/emails',
  summary:
    'Allows emails to an account’s address again after it permanently rejected one. The rejected email itself has been deleted.',
  spec: [],
  who: 'admin',
  params: z.strictObject({ userId: Id }),
  answer: z.strictObject({}),
  status: 200,
  limit: 'decision',
  refusals: ['not_found'],
});

export const runJobAgain = call({
  method: 'POST',
  path: '/api/admin/jobs/{jobId}/run',
  summary:
    'Runs a failed or given-up job again now, with all of its attempts. Does nothing if the job is running or was just restarted.',
  spec: [],
  who: 'admin',
  params: z.strictObject({ jobId: z.string().regex(/^[1-9]\d{0,17}$/) }),
  answer: z.strictObject({}),
  status: 200,
  limit: 'decision',
  refusals: ['not_found'],
});
