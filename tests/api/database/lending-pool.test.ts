import type { Pool, PoolClient } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectLender } from '#server/adapters/database/connections/postgres-database.ts';
import { showAlive } from '#server/adapters/jobs/job-worker.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/world/database.ts';
import { isTestersServer } from '#tests/support/world/database-cluster.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase();
});
afterAll(() => db.drop());

const lend = () => connectLender({ address: db.address, role: 'earshot_app', poolSize: 1 }).pool;

interface Loan {
  readonly client: PoolClient;
  readonly giveBack: () => void;
}

const borrow = (pool: Pool): Promise<Loan> =>
  new Promise((resolve, reject) => {
    pool.connect((error, client, giveBack) => (client ? resolve({ client, giveBack }) : reject(error)));
  });

test('a connection released twice, in any way, is released once', async () => {
  const pool = lend();
  for (const ways of ['callback', 'method', 'both'] as const) {
    const { client, giveBack } = await borrow(pool);
    for (let time = 0; time < 2; time += 1) {
      if (ways !== 'method') giveBack();
      if (ways !== 'callback') client.release();
    }
    expect([pool.totalCount, pool.idleCount]).toEqual([1, 1]);
  }
  await pool.end();
});

test.skipIf(isTestersServer)(
  'a broken connection can be released twice safely, and is replaced',
  async () => {
    const pool = lend();
    const { client, giveBack } = await borrow(pool);
    const ended = new Promise((resolve) => client.once('end', resolve));
    await client.query('select pg_terminate_backend(pg_backend_pid())').catch(() => undefined);
    await ended;
    giveBack();
    giveBack();
    expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
    await pool.end();
  },
);

test('a connection that is never released does not block the pool from ending', async () => {
  const pool = lend();
  const { client, giveBack } = await borrow(pool);
  await client.query('listen nothing');
  await pool.end();
  expect(pool.totalCount).toBe(0);
  giveBack();
});

test('a worker that cannot take its liveness lock releases its connection', async () => {
  const pool = lend();
  const other = lend();
  const holder = await showAlive(other, 'the same worker');
  await expect(showAlive(pool, 'the same worker')).rejects.toThrow('lock timeout');
  expect(pool.totalCount).toBe(0);
  holder.release(true);
  await Promise.all([pool.end(), other.end()]);
});
