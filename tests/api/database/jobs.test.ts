import { Logger, run } from 'graphile-worker';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { enqueue, slowQueue } from '#server/adapters/jobs/job-queue.ts';
import { queueDueJobs, readStoppedJobs } from '#server/adapters/jobs/job-schedule.ts';
import { startJobWorker, unlockAbandonedJobs } from '#server/adapters/jobs/job-worker.ts';
import { jobTimetable } from '#server/job-timetable.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/world/database.ts';
import { sql } from '#tests/support/world/sql.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase();
});
afterAll(() => db.drop());

const Queued = z.object({ note: z.string() });

const addJob = (note: string) => ({
  name: `add-job-${note}`,
  text: 'select graphile_worker.add_job($1, $2::json)',
  values: ['remember', JSON.stringify({ note })],
});

test('a job runs as the app role only if the transaction that added it commits', async () => {
  await expect(
    db.database.transaction(async (transaction) => {
      await transaction.query(addJob('rolled-back'));
      throw new Error('changed my mind');
    }),
  ).rejects.toThrow('changed my mind');
  await db.database.transaction((transaction) => transaction.query(addJob('kept')));

  const done: unknown[] = [];
  const remembered = Promise.withResolvers<void>();
  const runner = await run({
    pgPool: db.pool,
    noHandleSignals: true,
    logger: new Logger(() => () => undefined),
    taskList: {
      remember: async (payload) => {
        done.push(payload);
        if (JSON.stringify(payload).includes('kept')) remembered.resolve();
      },
    },
  });
  await remembered.promise;
  await runner.stop();
  expect(done).toContainEqual({ note: 'kept' });
  expect(done).not.toContainEqual({ note: 'rolled-back' });

  const left = await db.database.query({
    name: 'left',
    text: 'select * from graphile_worker.jobs',
    values: [],
  });
  expect(left.rows.filter((row) => row.last_error !== null)).toEqual([]);
});

test('a failed job is stored with its error and its next attempt', async () => {
  await db.database.transaction((transaction) => transaction.query(addJob('fails')));
  const runner = await run({
    pgPool: db.pool,
    noHandleSignals: true,
    logger: new Logger(() => () => undefined),
    taskList: {
      remember: () => {
        throw new Error('out of memory cards');
      },
    },
  });
  const failed = {
    name: 'failed',
    text: `select last_error, attempts, run_at > now() as later
             from graphile_worker._private_jobs where payload->>'note' = 'fails'`,
    values: [],
  };
  // The worker tells of the end of a job before the database knows of it.
  await expect
    .poll(async () => (await db.database.query(failed)).rows)
    .toEqual([{ last_error: 'out of memory cards', attempts: 1, later: true }]);
  await runner.stop();
});

test('the app role cannot change which job migrations were applied', async () => {
  await expect(
    db.database.query({ name: 'forge', text: 'delete from graphile_worker.migrations', values: [] }),
  ).rejects.toThrow('permission denied');
});

test('a job that never ends does not block the worker from stopping', async () => {
  await db.database.transaction((transaction) => transaction.query(addJob('for ever')));
  const begun = Promise.withResolvers<void>();
  const silent = () => undefined;
  const jobs = startJobWorker({
    pool: db.pool,
    database: db.database,
    tasks: {
      remember: () => {
        begun.resolve();
        return new Promise(silent);
      },
    },
    timetable: [],
    log: { error: silent, warn: silent, debug: silent },
    endMilliseconds: 50,
  });
  await begun.promise;
  await jobs.stop();
});

test('while a job of a queue runs, others of that queue wait, and jobs of other queues do not', async () => {
  const add = (note: string, queue: string) =>
    db.database.transaction((tx) => enqueue(tx, { name: 'queued', payload: { note }, queue }));
  await add('long', 'slow');
  await add('next', 'slow');
  await add('quick', 'quick');
  const begun: string[] = [];
  const end = Promise.withResolvers<void>();
  const silent = () => undefined;
  const jobs = startJobWorker({
    pool: db.pool,
    database: db.database,
    tasks: {
      queued: async (payload) => {
        const { note } = Queued.parse(payload);
        begun.push(note);
        if (note === 'long') await end.promise;
      },
    },
    timetable: [],
    log: { error: silent, warn: silent, debug: silent },
  });
  onTestFinished(() => jobs.stop());
  // Two jobs run at once, and either may begin first.
  await expect.poll(() => begun.toSorted()).toEqual(['long', 'quick']);
  end.resolve();
  await expect.poll(() => begun, { timeout: 10_000 }).toHaveLength(3);
  expect(begun.at(-1)).toBe('next');
});

test('no scheduled job overlaps itself, and slow ones do not delay the completion of payouts', () => {
  const queues = new Map(jobTimetable.map(({ task, queue }) => [task, queue]));
  expect(queues.get('send-payouts')).toBe(slowQueue);
  expect(queues.get('check-stored-audio')).toBe(slowQueue);
  expect(queues.get('complete-payouts')).toBe('complete-payouts');
});

const hourly = { task: 'hourly', everyMinutes: 60, atMinute: 17, queue: 'hourly' };
const schedule = [hourly, { task: 'each-minute', everyMinutes: 1, atMinute: 0, queue: 'each-minute' }];

/** Takes the queued jobs of the schedule. */
const takeQueued = async () => {
  const rows = await sql(
    db.ownerDatabase,
    `select task_identifier as task, queue_name as queue, run_at <= now() as due from graphile_worker.jobs
     where task_identifier in ('hourly', 'each-minute') order by 1`,
  );
  await sql(
    db.ownerDatabase,
    `delete from graphile_worker._private_jobs using graphile_worker._private_tasks tasks
     where task_id = tasks.id and identifier in ('hourly', 'each-minute')`,
  );
  return rows;
};
const setLastTimes = (time: string) =>
  sql(db.ownerDatabase, `update graphile_worker._private_known_crontabs set last_execution = ${time}`);
const both = [
  { task: 'each-minute', queue: 'each-minute', due: true },
  { task: 'hourly', queue: 'hourly', due: true },
];

test('a recurring job waits for its first time, and is queued once when it is due, whichever server is first', async () => {
  await queueDueJobs(db.database, schedule);
  expect(await takeQueued()).toEqual([]);
  await setLastTimes("now() - interval '3 hours'");
  await Promise.all([1, 2, 3].map(() => queueDueJobs(db.database, schedule)));
  expect(await takeQueued()).toEqual(both);
  const times = await sql(
    db.ownerDatabase,
    `select to_char(last_execution at time zone 'UTC', 'MI:SS') as time, last_execution > now() - interval '1 hour' as newest
     from graphile_worker._private_known_crontabs where identifier = 'hourly'`,
  );
  expect(times).toEqual([{ time: '17:00', newest: true }]);
  await setLastTimes("last_execution - interval '1 minute' where identifier = 'hourly'");
  await queueDueJobs(db.database, [hourly]);
  expect(await takeQueued()).toEqual([both[1]]);
});

test('a clock that was ahead and was corrected does not stop recurring jobs', async () => {
  await setLastTimes("now() + interval '2 hours'");
  expect(await readStoppedJobs(db.database, schedule)).toEqual(['hourly', 'each-minute']);
  await queueDueJobs(db.database, schedule);
  expect(await takeQueued()).toEqual(both);
  expect(await readStoppedJobs(db.database, schedule)).toEqual([]);
  await setLastTimes("now() - interval '65 minutes'");
  expect(await readStoppedJobs(db.database, schedule)).toEqual(['each-minute']);
});

test('a job that a killed server locked while its clock was ahead is released', async () => {
  await enqueueOne('locked ahead');
  const lock = `update graphile_worker._private_jobs set locked_by = 'dead', locked_at = now() + interval '2 hours'
    where payload->>'note' = 'locked ahead'`;
  await sql(db.ownerDatabase, lock);
  await unlockAbandonedJobs(db.database);
  const left = `select locked_at from graphile_worker._private_jobs where payload->>'note' = 'locked ahead'`;
  expect(await sql(db.ownerDatabase, left)).toEqual([{ locked_at: null }]);
});

const enqueueOne = (note: string) =>
  db.database.transaction((tx) => enqueue(tx, { name: 'held', payload: { note } }));

/** The locks by which workers say that they live. */
async function livingWorkers(): Promise<string[]> {
  const { rows } = await db.database.query({
    name: 'living workers',
    text: `select objid::text as id from pg_locks where locktype = 'advisory'
             and database = (select oid from pg_database where datname = current_database())`,
    values: [],
  });
  return rows.map(({ id }) => String(id));
}

test('a worker that cannot read its assigned job is replaced, so the job does not stay locked', async () => {
  const silent = () => undefined;
  const jobs = startJobWorker({
    pool: db.pool,
    database: db.database,
    tasks: { remember: silent },
    timetable: [],
    log: { error: silent, warn: silent, debug: silent },
  });
  onTestFinished(() => jobs.stop());
  const patiently = { timeout: 20_000 };
  await expect.poll(livingWorkers, patiently).toHaveLength(1);
  const [first = ''] = await livingWorkers();
  await sql(db.ownerDatabase, 'revoke update on graphile_worker._private_jobs from earshot_app');
  await expect.poll(livingWorkers, patiently).not.toContain(first);
  await sql(db.ownerDatabase, 'grant update on graphile_worker._private_jobs to earshot_app');
  await expect.poll(livingWorkers, patiently).toHaveLength(1);
  expect(await livingWorkers()).not.toContain(first);
});
