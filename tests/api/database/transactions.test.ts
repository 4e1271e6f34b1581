import { hash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { DatabaseUnavailable } from '#server/adapters/database/connections/database-unavailable.ts';
import { connectDatabase } from '#server/adapters/database/connections/postgres-database.ts';
import { runAsWork } from '#server/adapters/database/current-work.ts';
import type { Queryable } from '#server/adapters/database/database.ts';
import { asAdministrator } from '#tests/support/world/administrator.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/world/database.ts';
import { isTestersServer } from '#tests/support/world/database-cluster.ts';

let db: TestDatabase;
const sql = (on: Queryable, text: string, values: unknown[] = []) =>
  on.query({ name: hash('sha1', text), text, values });
const amounts = async () =>
  (await sql(db.database, 'select amount from purses order by id')).rows.map((r) => r.amount);

beforeAll(async () => {
  db = await createTestDatabase(undefined, 1);
  await sql(db.ownerDatabase, 'create table purses (id integer primary key, amount bigint not null)');
  await sql(db.ownerDatabase, 'grant select, insert, update, delete on purses to earshot_app');
});
beforeEach(async () => {
  await sql(db.database, 'delete from purses');
  await sql(db.database, 'insert into purses values (1, 100), (2, 100)');
});
afterAll(() => db.drop());

test('a transaction rolls back if its work throws, and commits if it returns', async () => {
  const spend = (fail: boolean) =>
    db.database.transaction(async (transaction) => {
      await sql(transaction, 'update purses set amount = amount - 40 where id = 1');
      if (fail) throw new Error('no');
      return 'spent';
    });
  await expect(spend(true)).rejects.toThrow('no');
  expect(await amounts()).toEqual([100, 100]);
  await expect(spend(false)).resolves.toBe('spent');
  expect(await amounts()).toEqual([60, 100]);
});

test('a transaction with a swallowed statement error does not report a commit', async () => {
  const careless = db.database.transaction(async (transaction) => {
    await sql(transaction, 'update purses set amount = 0');
    await sql(transaction, 'insert into purses values (1, 1)').catch(() => undefined);
  });
  await expect(careless).rejects.toThrow('rolled back');
  expect(await amounts()).toEqual([100, 100]);
});

test('a transaction cannot be used after it ends', async () => {
  let kept: Queryable | undefined;
  await db.database.transaction(async (transaction) => {
    kept = transaction;
  });
  await expect(kept && sql(kept, 'delete from purses')).rejects.toThrow('has ended');
});

test('pipelined statements run in order, and each gets its own result', async () => {
  const seen = await db.database.transaction((transaction) =>
    Promise.all([
      sql(transaction, 'update purses set amount = amount * 2 where id = 1 returning amount'),
      sql(transaction, 'update purses set amount = amount + 1 where id = 1 returning amount'),
      sql(transaction, 'select amount from purses where id = 2'),
    ]),
  );
  expect(seen.map(({ rows }) => rows[0]?.amount)).toEqual([200, 201, 100]);
  expect(await amounts()).toEqual([201, 100]);
});

test('if one pipelined statement fails, none of them takes effect', async () => {
  const work = db.database.transaction((transaction) =>
    Promise.all([
      sql(transaction, 'update purses set amount = 0'),
      sql(transaction, 'insert into purses values (1, 1)'),
      sql(transaction, 'update purses set amount = 1'),
    ]),
  );
  await expect(work).rejects.toThrow('duplicate key');
  expect(await amounts()).toEqual([100, 100]);
});

/** The one connection of the pool sends a statement that fails in place of each BEGIN. */
async function failToBegin(pool: Pool): Promise<void> {
  const client = await pool.connect();
  const { query } = client;
  const isBegin = (asked: unknown) => typeof asked === 'string' && asked.startsWith('begin');
  Object.assign(client, {
    query: (asked: unknown, ...more: unknown[]) =>
      Reflect.apply(query, client, [isBegin(asked) ? 'select 1 / 0' : asked, ...more]),
  });
  client.release();
}

test('if a transaction fails to begin, no statement is sent', async () => {
  const { database, pool } = await connectDatabase({
    address: db.address,
    role: 'earshot_app',
    poolSize: 1,
    throwAway: true,
  });
  try {
    const change = (transaction: Queryable) => sql(transaction, 'update purses set amount = 0');
    await database.transaction((transaction) => sql(transaction, 'select 1'));
    // From here on this connection's BEGIN fails, as one that is canceled does.
    await failToBegin(pool);
    const works = [
      database.transaction(change),
      database.transaction((transaction) => Promise.all([sql(transaction, 'select 1'), change(transaction)])),
    ];
    for (const outcome of await Promise.allSettled(works))
      expect(outcome).toMatchObject({ reason: { message: 'division by zero' } });
    expect(await amounts()).toEqual([100, 100]);
  } finally {
    await database.close();
  }
});

test('two deadlocked transactions both succeed in the end', async () => {
  let runs = 0;
  const bothHoldOne = Promise.withResolvers<void>();
  const move = (from: number, to: number) =>
    db.database.transaction(async (transaction) => {
      await sql(transaction, 'update purses set amount = amount - 10 where id = $1', [from]);
      runs += 1;
      if (runs === 2) bothHoldOne.resolve();
      await bothHoldOne.promise;
      await sql(transaction, 'update purses set amount = amount + 10 where id = $1', [to]);
    });
  await Promise.all([move(1, 2), move(2, 1)]);
  expect(runs).toBe(3);
  expect(await amounts()).toEqual([100, 100]);
});

test('work that timed out waiting for a lock is retried', async () => {
  const released = Promise.withResolvers<void>();
  const locked = Promise.withResolvers<void>();
  const holder = db.ownerDatabase.transaction(async (transaction) => {
    await sql(transaction, 'lock table purses in exclusive mode');
    locked.resolve();
    await released.promise;
  });
  await locked.promise;
  let runs = 0;
  await db.database.transaction(async (transaction) => {
    runs += 1;
    if (runs === 2) released.resolve();
    await sql(transaction, 'update purses set amount = 7 where id = 1');
  });
  await holder;
  expect(runs).toBe(2);
  expect(await amounts()).toEqual([7, 100]);
});

test('work that fails three times as unavailable is not retried further', async () => {
  let runs = 0;
  const work = db.database.transaction(async (transaction) => {
    runs += 1;
    await sql(transaction, "do $$ begin raise exception 'again' using errcode = '40001'; end $$");
  });
  await expect(work).rejects.toBeInstanceOf(DatabaseUnavailable);
  expect(runs).toBe(3);
});

test('after a connection is lost before the commit, the work is retried on another one', async () => {
  let runs = 0;
  await db.database.transaction(async (transaction) => {
    runs += 1;
    await sql(transaction, 'update purses set amount = amount + 1 where id = 1');
    const { rows } = await sql(transaction, 'select pg_backend_pid() as pid');
    if (runs === 1) await terminate(rows[0]?.pid);
    await sql(transaction, 'update purses set amount = amount + 1 where id = 2');
  });
  expect(runs).toBe(2);
  expect(await amounts()).toEqual([101, 101]);
});

test('a commit whose response was lost is never retried', async () => {
  // The commit itself ends the connection, so nobody can say what became of it.
  await asAdministrator(db.address, (client) =>
    client.query(`
      create function die() returns trigger language plpgsql security definer as
      $$ begin perform pg_terminate_backend(pg_backend_pid()); perform pg_sleep(1); return null; end $$;
      create constraint trigger die after update on purses deferrable initially deferred
      for each row when (new.amount = 13) execute function die()`),
  );
  let runs = 0;
  const work = db.database.transaction(async (transaction) => {
    runs += 1;
    await sql(transaction, 'update purses set amount = 13 where id = 1');
  });
  await expect(work).rejects.toBeInstanceOf(DatabaseUnavailable);
  expect(runs).toBe(1);
});

test('a failed statement returns its connection to the pool, a hanging one destroys it', async () => {
  const small = await connectDatabase({
    address: db.address,
    role: 'earshot_app',
    poolSize: 1,
    throwAway: true,
  });
  const pid = async () => (await sql(small.database, 'select pg_backend_pid() as pid')).rows[0]?.pid;
  const before = await pid();
  await expect(sql(small.database, 'insert into purses values (1, 1)')).rejects.toMatchObject({
    code: '23505',
  });
  expect(await pid()).toBe(before);
  await expect(sql(small.database, 'select pg_sleep(4)')).rejects.toBeInstanceOf(DatabaseUnavailable);
  expect(await pid()).not.toBe(before);
  await small.database.close();
});

test('a pool without a free connection returns unavailable instead of waiting forever', async () => {
  const small = await connectDatabase({
    address: db.address,
    role: 'earshot_app',
    poolSize: 1,
    throwAway: true,
  });
  const done = Promise.withResolvers<void>();
  const holder = small.database.transaction(() => done.promise);
  await expect(sql(small.database, 'select 1')).rejects.toBeInstanceOf(DatabaseUnavailable);
  done.resolve();
  await holder;
  await small.database.close();
});

test('a call sends no statement after its four seconds, of which a busy test machine has more', async () => {
  const patient = await connectDatabase({
    address: db.address,
    role: 'earshot_app',
    throwAway: true,
    patience: 10,
  });
  const askLate = (database: Queryable) =>
    new Promise((resolve, reject) => {
      const work = { id: 'late', call: 'search', isMoney: false, timedFrom: performance.now() - 5_000 };
      runAsWork(work, () => void sql(database, 'select 1').then(resolve, reject));
    });
  await expect(askLate(db.database)).rejects.toThrow('took too long');
  await expect(askLate(patient.database)).resolves.toMatchObject({ rowCount: 1 });
  await patient.database.close();
});

test('idle connections closed by the database do not stop the server', async () => {
  const errors: Error[] = [];
  const { database } = await connectDatabase({
    address: db.address,
    role: 'earshot_app',
    throwAway: true,
    onIdleError: (error) => errors.push(error),
  });
  const { rows } = await sql(database, 'select pg_backend_pid() as pid');
  await terminate(rows[0]?.pid);
  while (errors.length === 0) await sleep(10);
  await expect(sql(database, 'select 1 as one')).resolves.toMatchObject({ rows: [{ one: 1 }] });
  await database.close();
});

test('an unreachable database is reported as unavailable', async () => {
  const nowhere = { url: 'postgresql://nobody@127.0.0.1:1/none' };
  const connecting = connectDatabase({ address: nowhere, role: 'earshot_app' });
  await expect(connecting).rejects.toBeInstanceOf(DatabaseUnavailable);
});

test('columns are returned as declared: bigint as a safe number, date as text, timestamps in UTC', async () => {
  const { rows } = await sql(
    db.database,
    "select 5::bigint as n, '2026-02-28'::date as day, '2026-01-01 12:00+02'::timestamptz as at, now()::text as now",
  );
  expect(rows[0]).toMatchObject({ n: 5, day: '2026-02-28', at: new Date('2026-01-01T10:00:00Z') });
  expect(rows[0]?.now).toMatch(/\+00$/);
  await expect(sql(db.database, 'select 9007199254740993::bigint as n')).rejects.toThrow(RangeError);
});

test('the app and audit roles own nothing and cannot gain more rights', async () => {
  await expect(sql(db.database, 'create table mine (id integer)')).rejects.toThrow('permission denied');
  await sql(db.ownerDatabase, 'grant select on purses to earshot_audit');
  await expect(sql(db.auditDatabase, 'select * from purses')).resolves.toMatchObject({ rowCount: 2 });
  await expect(sql(db.auditDatabase, 'delete from purses')).rejects.toThrow('permission denied');
});

test.skipIf(isTestersServer)('the app role cannot become the owner', async () => {
  await expect(sql(db.database, 'set role earshot_owner')).rejects.toThrow('permission denied');
});

test('a database that may lose commits in a crash is rejected', async () => {
  const connecting = connectDatabase({ address: db.address, role: 'earshot_app' });
  await expect(connecting).rejects.toThrow(/could lose committed money.*fsync is off/);
});

const terminate = (pid: unknown) =>
  asAdministrator(inject('databaseAddress'), (client) =>
    client.query('select pg_terminate_backend($1, 5000)', [pid]),
  );
