import type { Pool, PoolClient } from 'pg';
import type { Queryable } from '../database/database.ts';
import { statement } from '../database/statement.ts';

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
