import { sharedRead } from '../../foundation/work-queue.ts';
import { bigint, boolean, double, integer, json, nullable, text, timestamp } from '../database/columns.ts';
import type { Queryable, Transaction } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import type { Metrics } from '../telemetry/metrics.ts';

export interface Job {
  readonly name: string;
  readonly payload: Readonly<Record<string, string>>;
  /** The earliest time to run; as soon as possible by default. */
  readonly runAt?: Date;
  /** A second job with the same key replaces the first if that one has not started. */
  readonly key?: string;
  /** Jobs with the same queue run one after the other, also across servers. */
  readonly queue?: string;
}

/**
 * The queue of jobs that may take minutes, because they wait for a service or read many files. So together they keep
 * only one of a server's two workers busy, and the other one stays free for the rest.
 */
export const slowQueue = 'slow';

const addJob = statement({
  takes: {
    name: text,
    payload: json<unknown>(),
    runAt: nullable(timestamp),
    key: nullable(text),
    queue: nullable(text),
  },
  gives: {},
})`select from graphile_worker.add_job(${'name'}::text, ${'payload'}::jsonb::json, run_at := ${'runAt'}::timestamptz, job_key := ${'key'}::text, queue_name := ${'queue'}::text)`;

/** Adds a job inside the business transaction: it runs if and only if that transaction commits. */
export async function enqueue(transaction: Transaction, job: Job): Promise<void> {
  await addJob.run(transaction, {
    name: job.name,
    payload: JSON.stringify(job.payload),
    runAt: job.runAt ?? null,
    key: job.key ?? null,
    queue: job.queue ?? null,
  });
}

const newestFailed = statement({
  takes: {},
  gives: {
    id: bigint,
    task: text,
    error: text,
    attempts: integer,
    failedAt: timestamp,
    isRunning: boolean,
    runsAt: nullable(timestamp),
  },
})`
  select id, task_identifier as task, left(last_error, 2000) as error, attempts::integer,
    updated_at as "failedAt", locked_at is not null as "isRunning",
    case when attempts < max_attempts then run_at end as "runsAt"
  from graphile_worker.jobs where attempts > 0 and last_error is not null
  order by updated_at desc, id desc limit 20`;

const lock = statement({
  takes: { id: bigint },
  gives: { taskId: integer, hasFailed: boolean, isRunning: boolean },
})`
  select task_id as "taskId", attempts > 0 and last_error is not null as "hasFailed", locked_at is not null as "isRunning"
  from graphile_worker._private_jobs where id = ${'id'} for update`;

const reschedule = statement({ takes: { id: bigint }, gives: { id: bigint } })`
  select id from graphile_worker.reschedule_jobs(array[${'id'}::bigint], run_at := now(), attempts := 0)`;

const taskName = statement({ takes: { id: integer }, gives: { task: text } })`
  select identifier as task from graphile_worker._private_tasks where id = ${'id'}`;

/** The newest twenty jobs whose last run failed, including those given up. */
export const readFailedJobs = (database: Queryable) => newestFailed.all(database, {});

/**
 * Runs a failed job again now, with a full set of attempts. Returns its task; null if it is already running or due,
 * undefined if there is no such job.
 */
export async function restartJob(tx: Transaction, id: number): Promise<string | null | undefined> {
  const job = await lock.one(tx, { id });
  if (!job) return undefined;
  if (!job.hasFailed || job.isRunning) return null;
  await reschedule.only(tx, { id });
  return (await taskName.only(tx, { id: job.taskId })).task;
}

// A job without attempts left stays as a row, to be inspected.
const jobsByTask = statement({
  takes: {},
  gives: { task: text, state: text, jobs: integer, overdueSeconds: double },
})`
  select task_identifier as task, count(*)::integer as jobs,
    case when attempts >= max_attempts then 'given_up' when locked_at is not null then 'running'
      when run_at > now() then 'later' else 'due' end as state,
    greatest(0, extract(epoch from now() - min(run_at)))::double precision as "overdueSeconds"
  from graphile_worker.jobs group by 1, 3 limit 200`;

/** Registers metrics of the jobs by task and state. All servers of the database share them. */
export function watchJobs(metrics: Metrics, database: Queryable): void {
  const jobsNow = sharedRead(() => jobsByTask.all(database, {}));
  metrics.gauge(
    'earshot_jobs',
    'Jobs in the database by task and state.',
    async () =>
      (await jobsNow()).map(({ task, state, jobs }) => ({
        labels: { task, state },
        value: jobs,
      })),
    ['task', 'state'],
  );
  metrics.gauge(
    'earshot_jobs_overdue_seconds',
    'How long the oldest due job has waited, by task.',
    async () =>
      (await jobsNow())
        .filter(({ state }) => state === 'due')
        .map(({ task, overdueSeconds }) => ({ labels: { task }, value: overdueSeconds })),
    ['task'],
  );
}

/** Alert threshold in seconds for the oldest due job, as in docs/monitoring/alerts.yml. */
export const mostOverdueSeconds = 300;

interface JobsOfTask {
  readonly task: string;
  readonly due: number;
  readonly running: number;
  readonly later: number;
  readonly givenUp: number;
  /** Seconds that the oldest due job has waited; null if none is due. */
  readonly overdueSeconds: number | null;
}

/** Job counts by task, sorted by name. */
export async function readTasks(database: Queryable): Promise<JobsOfTask[]> {
  const rows = await jobsByTask.all(database, {});
  const tasks = [...new Set(rows.map(({ task }) => task))].sort();
  return tasks.map((task) => {
    const inState = (state: string) => rows.find((row) => row.task === task && row.state === state);
    return {
      task,
      due: inState('due')?.jobs ?? 0,
      running: inState('running')?.jobs ?? 0,
      later: inState('later')?.jobs ?? 0,
      givenUp: inState('given_up')?.jobs ?? 0,
      overdueSeconds: inState('due')?.overdueSeconds ?? null,
    };
  });
}

/** Seconds that the oldest due job has waited; 0 if none is due. */
export async function secondsOverdue(database: Queryable): Promise<number> {
  const due = (await jobsByTask.all(database, {})).filter(({ state }) => state === 'due');
  return Math.max(0, ...due.map(({ overdueSeconds }) => overdueSeconds));
}
