import { EventEmitter, once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { Logger, type Runner, run, type Task, type TaskList } from 'graphile-worker';
import type { Pool, PoolClient } from 'pg';
import type { Queryable } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import { beginTrace, recorded } from '../telemetry/trace.ts';
import { queueDueJobs, type ScheduledJob } from './job-schedule.ts';

export interface JobLog {
  error(details: object, message: string): void;
  warn(details: object, message: string): void;
  debug(details: object, message: string): void;
}

export interface JobWork {
  readonly pool: Pool;
  readonly database: Queryable;
  readonly tasks: TaskList;
  readonly timetable: readonly ScheduledJob[];
  readonly log: JobLog;
  /** How long a stopping worker waits for its jobs; 10 s by default. */
  readonly endMilliseconds?: number;
}

/**
 * Without batches graphile-worker does not await its write when a job ends. If the connection broke at that point, the
 * unhandled rejection would end the server. With batches it stops the worker, which is restarted.
 */
export const handledEnds = { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } };

export interface RunningJobs {
  /** Takes no new jobs and waits up to 10 s for running ones; an interrupted job runs again elsewhere. */
  stop(): Promise<void>;
}

const restartMilliseconds = 2000;
const unlockMilliseconds = 10_000;
const scheduleMilliseconds = 5_000;
/** A worker that has lost the database may wait forever to record its last jobs. */
const defaultEndMilliseconds = 10_000;

/**
 * Runs jobs until stopped. If the database is unreachable the worker exits, and is restarted until it succeeds. No job
 * is lost: each is a row, and those of a killed server are released within half a minute.
 */
export function startJobWorker(work: JobWork): RunningJobs {
  let runner: Runner | undefined;
  const stopping = new AbortController();
  const working = keepRunning(work, stopping.signal, (started) => {
    runner = started;
  });
  const unlocking = setInterval(() => unlock(work), unlockMilliseconds);
  schedule(work);
  const scheduling = setInterval(() => schedule(work), scheduleMilliseconds);
  return {
    stop: async () => {
      stopping.abort();
      clearInterval(unlocking);
      clearInterval(scheduling);
      runner?.stop().catch((error: unknown) => work.log.debug({ err: error }, 'the worker had stopped'));
      await working;
    },
  };
}

async function keepRunning(
  work: JobWork,
  stopping: AbortSignal,
  onStart: (runner: Runner) => void,
): Promise<void> {
  while (!stopping.aborted) {
    let runner: Runner | undefined;
    const life = new SignOfLife(work, () => void runner?.stop().catch(() => undefined));
    const stopped = once(life.events, 'stop');
    try {
      await unlockAbandonedJobs(work.database);
      runner = await run({
        pgPool: work.pool,
        preset: handledEnds,
        events: life.events,
        concurrency: 2,
        pollInterval: 2000,
        noHandleSignals: true,
        logger: jobLogger(work.log),
        taskList: work.tasks,
      });
      onStart(runner);
      if (stopping.aborted || life.isLost()) runner.stop().catch(() => undefined);
      await endOf(runner, stopped, work.endMilliseconds ?? defaultEndMilliseconds);
    } catch (error) {
      work.log.warn({ err: error }, 'the job worker lost its database connection');
      life.lose();
    } finally {
      await life.end();
    }
    // The pause avoids a busy loop against a database that rejects writes.
    if (life.isLost())
      await sleep(restartMilliseconds, undefined, { signal: stopping }).catch(() => undefined);
  }
}

/** Resolves when the worker has ended, or has taken too long to end. @throws the error it ended with */
async function endOf(runner: Runner, stopped: Promise<unknown>, endMilliseconds: number): Promise<void> {
  const waiting = new AbortController();
  const overdue = stopped.then(() => sleep(endMilliseconds, undefined, { signal: waiting.signal }));
  overdue.catch(() => undefined);
  await Promise.race([runner.promise, overdue]).finally(() => waiting.abort());
}

/**
 * Holds the lock that marks this worker as alive, and stops the worker if the lock is lost. Also stops it if the
 * response to fetching a job is lost, since that job may be locked for as long as the worker lives.
 */
class SignOfLife {
  readonly events = new EventEmitter();
  #isLost = false;
  #client: Promise<PoolClient | undefined> = Promise.resolve(undefined);

  constructor({ pool, log }: JobWork, tellLost: () => void) {
    const onLost = () => {
      this.lose();
      tellLost();
    };
    this.events.on('worker:getJob:error', onLost);
    this.events.on('pool:create', ({ workerPool }: { workerPool: { id: string } }) => {
      this.#client = showAlive(pool, workerPool.id).then(
        (client) => client.on('error', onLost),
        (error: unknown) => {
          log.warn({ err: error }, 'the job worker lost its database connection');
          onLost();
          return undefined;
        },
      );
    });
  }

  lose(): void {
    this.#isLost = true;
  }

  /** True as soon as the database is lost, even before the worker is told to stop. */
  isLost(): boolean {
    return this.#isLost;
  }

  /** Closing the connection releases the lock. */
  async end(): Promise<void> {
    (await this.#client)?.release(true);
  }
}

function unlock({ database, log }: JobWork): void {
  unlockAbandonedJobs(database).catch((error: unknown) =>
    log.debug({ err: error }, 'the job worker lost its database connection'),
  );
}

/** The next attempt queues what this one could not. */
function schedule({ database, timetable, log }: JobWork): void {
  queueDueJobs(database, timetable).catch((error: unknown) =>
    log.warn({ err: error }, 'recurring jobs could not be queued'),
  );
}

const jobLogger = (log: JobLog): Logger =>
  new Logger((scope) => (level, message, meta) => {
    const write = level === 'error' ? log.error : level === 'warning' ? log.warn : log.debug;
    const error = meta?.error;
    write.call(
      log,
      { job: scope.taskIdentifier, ...(error instanceof Error ? { err: error } : {}) },
      message,
    );
  });

/*
 * A killed server leaves its running jobs locked, and graphile-worker only releases them after four hours. So each
 * worker holds an advisory lock while it runs: if another server can take that lock, the worker is dead.
 */

/** Takes a worker’s lock on a connection of its own and holds it until the connection is released. */
export async function showAlive(pool: Pool, workerId: string): Promise<PoolClient> {
  const client = await pool.connect();
  try {
    await client.query('select pg_advisory_lock(hashtextextended($1, 0))', [workerId]);
    return client;
  } catch (error) {
    client.release(true);
    throw error;
  }
}

// A worker that has just started may not hold its lock yet. A lock from the future is from a clock that was ahead.
const unlockOfDead = statement({ takes: {}, gives: {} })`
  select from graphile_worker.force_unlock_workers((select array_agg(distinct locked_by)
  from graphile_worker._private_jobs
  where locked_at not between now() - interval '10 seconds' and now() + interval '10 seconds' and pg_try_advisory_xact_lock(hashtextextended(locked_by, 0))))`;

/** Returns the jobs of dead workers to the queue. */
export async function unlockAbandonedJobs(database: Queryable): Promise<void> {
  await unlockOfDead.run(database, {});
}

/** Records each job as a trace with the job's name. */
export const traceTasks = (tasks: TaskList): TaskList =>
  Object.fromEntries(
    Object.entries(tasks).map(([name, task]) => [name, task === undefined ? task : traceTask(name, task)]),
  );

const traceTask =
  (name: string, task: Task): Task =>
  async (payload, helpers) => {
    const { id, attempts } = helpers.job;
    const attributes = { 'earshot.job': name, 'earshot.job_id': String(id), 'earshot.attempt': attempts };
    const span = beginTrace({ name: `job ${name}`, kind: 'consumer', attributes });
    return span ? recorded(span, async () => task(payload, helpers)) : task(payload, helpers);
  };
