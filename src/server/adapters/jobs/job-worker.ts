import { EventEmitter, once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { Logger, type ParsedCronItem, type Runner, run, type TaskList } from 'graphile-worker';
import type { Pool, PoolClient } from 'pg';
import type { Queryable } from '../database/database.ts';
import { showAlive, unlockAbandonedJobs } from './abandoned-jobs.ts';

export interface JobLog {
  error(details: object, message: string): void;
  warn(details: object, message: string): void;
  debug(details: object, message: string): void;
}

export interface JobWork {
  readonly pool: Pool;
  readonly database: Queryable;
  readonly tasks: TaskList;
  readonly timetable: ParsedCronItem[];
  readonly log: JobLog;
  /** How long a worker that is to stop waits for its jobs; 10 s when not given. */
  readonly endMilliseconds?: number;
}

/**
 * Without its batches graphile-worker waits for no answer when it writes down that a job has ended: a connection that breaks
 * just then would be an unhandled rejection, and the end of the server. With them it stops the worker, which starts again.
 */
export const handledEnds = { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } };

export interface RunningJobs {
  /** Takes no more jobs and waits for the running ones, 10 s at most: what is cut off is done again elsewhere. */
  stop(): Promise<void>;
}

const restartMilliseconds = 2000;
const unlockMilliseconds = 10_000;
/** A worker that has lost the database can wait for ever for what its last jobs wanted to write down. */
const defaultEndMilliseconds = 10_000;

/**
 * Runs jobs until stopped. The worker exits when the database is unreachable, and is restarted until the database is back.
 * No job is lost: each is a row, and the rows of a killed server are released within half a minute.
 */
export function startJobWorker(work: JobWork): RunningJobs {
  let runner: Runner | undefined;
  const stopping = new AbortController();
  const working = keepRunning(work, stopping.signal, (started) => {
    runner = started;
  });
  const unlocking = setInterval(() => unlock(work), unlockMilliseconds);
  return {
    stop: async () => {
      stopping.abort();
      clearInterval(unlocking);
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
        parsedCronItems: work.timetable,
      });
      onStart(runner);
      if (stopping.aborted || life.isLost()) runner.stop().catch(() => undefined);
      await endOf(runner, stopped, work.endMilliseconds ?? defaultEndMilliseconds);
    } catch (error) {
      work.log.warn({ err: error }, 'the jobs lost the database');
      life.lose();
    } finally {
      await life.end();
    }
    // Without a pause, a database that takes no writes would be asked again and again.
    if (life.isLost())
      await sleep(restartMilliseconds, undefined, { signal: stopping }).catch(() => undefined);
  }
}

/**
 * Until the worker has ended, or has been ending for too long.
 * @throws what it ended with
 */
async function endOf(runner: Runner, stopped: Promise<unknown>, endMilliseconds: number): Promise<void> {
  const waiting = new AbortController();
  const overdue = stopped.then(() => sleep(endMilliseconds, undefined, { signal: waiting.signal }));
  overdue.catch(() => undefined);
  await Promise.race([runner.promise, overdue]).finally(() => waiting.abort());
}

/**
 * Holds the lock that says that the worker of this run lives; a worker that cannot say so any more stops. So does one that did
 * not hear which job it was given: the database may have locked a job for it, which would wait for as long as it lives.
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
          log.warn({ err: error }, 'the jobs lost the database');
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

  /** Closing the connection lets go of the lock. */
  async end(): Promise<void> {
    (await this.#client)?.release(true);
  }
}

function unlock({ database, log }: JobWork): void {
  unlockAbandonedJobs(database).catch((error: unknown) =>
    log.debug({ err: error }, 'the jobs lost the database'),
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
