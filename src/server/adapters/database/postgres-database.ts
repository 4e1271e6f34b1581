import { setTimeout as sleep } from 'node:timers/promises';
import { Pool, type PoolClient } from 'pg';
import { columnParsers } from './column-parsers.ts';
import type { Database, NamedQuery, Queryable, QueryOutcome, Transaction } from './database.ts';
import { clientConfig, type DatabaseAddress, type DatabaseRole } from './database-address.ts';
import {
  asUnavailable,
  DatabaseUnavailable,
  isConflict,
  isConnectionLoss,
  isUnavailability,
} from './database-unavailable.ts';
import { assertDurable, assertVersion } from './durability.ts';

export interface DatabaseOptions {
  readonly address: DatabaseAddress;
  readonly role: DatabaseRole;
  /** Connections at most; 10 when not given. */
  readonly poolSize?: number;
  /** What `pg_stat_activity` shows; "earshot" when not given. */
  readonly applicationName?: string;
  /** For tests only: accepts a database that may lose commits in a crash. */
  readonly throwAway?: boolean;
  /** Told of an idle connection that broke. The pool has already dropped it. */
  readonly onIdleError?: (error: Error) => void;
}

const attempts = 3;

/**
 * Connects once to see that the database is there and safe for money, then keeps a pool.
 * Throws UnsafeDatabase when it must not be used, DatabaseUnavailable when it cannot be reached.
 */
export async function connectDatabase(options: DatabaseOptions): Promise<{ database: Database; pool: Pool }> {
  const pool = openPool(options);
  try {
    await withClient(pool, async ({ client }) => {
      await assertVersion(client);
      if (!options.throwAway) await assertDurable(client);
    });
  } catch (error) {
    await pool.end();
    throw error;
  }
  return { database: overPool(pool), pool };
}

function openPool(options: DatabaseOptions): Pool {
  const pool = new Pool({
    ...clientConfig(options.address, options.role, ['timezone=UTC']),
    application_name: options.applicationName ?? 'earshot',
    max: options.poolSize ?? 10,
    connectionTimeoutMillis: 3_000,
    lock_timeout: 2_000,
    statement_timeout: 5_000,
    idle_in_transaction_session_timeout: 10_000,
    // A network that swallows packets never delivers the server's own timeout.
    query_timeout: 3_000,
    types: columnParsers,
  });
  pool.on('error', (error) => options.onIdleError?.(error));
  // Also for connections that somebody else borrowed, the workers of the jobs: an unheard error ends the process.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

const overPool = (pool: Pool): Database => ({
  query: (query) => withClient(pool, ({ client }) => run(client, query)),
  transaction: (work) => transaction(pool, work),
  close: () => pool.end(),
});

/** A borrowed connection. `broken` is set when it must not go back to the pool. */
interface Lease {
  readonly client: PoolClient;
  broken: Error | undefined;
}

/** Borrows a connection; one that broke is thrown away, one that only met a refused statement goes back. */
async function withClient<T>(pool: Pool, work: (lease: Lease) => Promise<T>): Promise<T> {
  const client = await pool.connect().catch((error: unknown) => Promise.reject(asUnavailable(error)));
  const lease: Lease = { client, broken: undefined };
  const onError = (error: Error) => {
    lease.broken ??= error;
  };
  client.on('error', onError);
  try {
    return await work(lease);
  } catch (error) {
    if (isUnavailability(error) && !isConflict(error)) lease.broken ??= error;
    throw asUnavailable(lease.broken ?? error);
  } finally {
    client.off('error', onError);
    client.release(lease.broken);
  }
}

async function run(client: PoolClient, query: NamedQuery): Promise<QueryOutcome> {
  const { rows, rowCount } = await client.query({ ...query, values: [...query.values] });
  return { rows, rowCount: rowCount ?? 0 };
}

async function transaction<T>(pool: Pool, work: (transaction: Transaction) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    const progress = { commitSent: false };
    try {
      return await withClient(pool, (lease) => once(lease, work, progress));
    } catch (error) {
      const cause = error instanceof DatabaseUnavailable ? error.cause : undefined;
      const again = isConflict(cause) || (isConnectionLoss(cause) && !progress.commitSent);
      if (!again || attempt === attempts) throw error;
      await sleep(attempt * (20 + Math.random() * 80));
    }
  }
}

async function once<T>(
  lease: Lease,
  work: (transaction: Transaction) => Promise<T>,
  progress: { commitSent: boolean },
): Promise<T> {
  await lease.client.query('begin isolation level read committed');
  const { open, close } = borrowed(lease.client);
  try {
    const result = await work(open);
    close();
    progress.commitSent = true;
    const { command } = await lease.client.query('commit');
    // PostgreSQL answers ROLLBACK to the COMMIT of a transaction in which a statement failed.
    if (command !== 'COMMIT')
      throw new Error('The transaction was rolled back: a failed statement was ignored.');
    return result;
  } catch (error) {
    close();
    await rollback(lease, error);
    throw error;
  }
}

async function rollback(lease: Lease, reason: unknown): Promise<void> {
  // A connection that broke or hangs takes no more statements: closing it makes the server roll back.
  if (lease.broken || (isUnavailability(reason) && !isConflict(reason))) return;
  await lease.client.query('rollback').catch((error: Error) => {
    lease.broken ??= error;
  });
}

/** The transaction as stores see it; after its end a forgotten `await` is an error, not a stray statement. */
function borrowed(client: PoolClient): { open: Transaction; close: () => void } {
  let ended = false;
  const query: Queryable['query'] = async (named) => {
    if (ended) throw new Error('This transaction has ended.');
    return run(client, named);
  };
  return {
    open: { inTransaction: true, query },
    close: () => {
      ended = true;
    },
  };
}
