import { setTimeout as sleep } from 'node:timers/promises';
import { escapeLiteral, Pool, type PoolClient } from 'pg';
import { columnParsers } from './column-parsers.ts';
import { type ConnectionPlaces, connectionPlaces, type PlaceFigures } from './connection-places.ts';
import { currentWork } from './current-work.ts';
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
  /** How long to wait for a new connection; 2 s when not given. */
  readonly connectMilliseconds?: number;
  /** For tests only: accepts a database that may lose commits in a crash. */
  readonly throwAway?: boolean;
  /** Told of an idle connection that broke. The pool has already dropped it. */
  readonly onIdleError?: (error: Error) => void;
}

export interface ConnectedDatabase {
  readonly database: Database;
  readonly pool: Pool;
  /** How the pool is used at this moment. */
  readonly places: () => PlaceFigures;
}

const defaultPoolSize = 10;
const defaultName = 'earshot';
const attempts = 3;
/** Work that has taken so long is not tried again: whoever waits for it is told instead. */
const tryAgainWithinMilliseconds = 1_500;
// A network that swallows packets never delivers the server's own timeout.
const queryMilliseconds = 3_000;

/**
 * Connects once to see that the database is there and safe for money, then keeps a pool.
 * Throws UnsafeDatabase when it must not be used, DatabaseUnavailable when it cannot be reached.
 */
export async function connectDatabase(options: DatabaseOptions): Promise<ConnectedDatabase> {
  const pool = openPool(options);
  const places = connectionPlaces(options.poolSize ?? defaultPoolSize);
  const connections: Connections = { pool, places, name: options.applicationName ?? defaultName };
  try {
    await withClient(connections, async ({ client }) => {
      await assertVersion(client);
      if (!options.throwAway) await assertDurable(client);
    });
  } catch (error) {
    await pool.end();
    throw error;
  }
  return { database: overPool(connections), pool, places: places.figures };
}

/**
 * Keeps a pool at a standby. It asks nothing at the start, because the standby may be away, and whatever is asked of it can
 * only read, also where the address is wrong and names a primary.
 */
export function connectStandby(options: DatabaseOptions): Pick<Database, 'query' | 'close'> {
  const pool = openPool(options, ['default_transaction_read_only=on']);
  const places = connectionPlaces(options.poolSize ?? defaultPoolSize);
  return overPool({ pool, places, name: options.applicationName ?? defaultName });
}

function openPool(options: DatabaseOptions, settings: readonly string[] = []): Pool {
  const pool = new Pool({
    ...clientConfig(options.address, options.role, ['timezone=UTC', ...settings]),
    application_name: options.applicationName ?? defaultName,
    max: options.poolSize ?? defaultPoolSize,
    connectionTimeoutMillis: options.connectMilliseconds ?? 2_000,
    lock_timeout: 1_500,
    statement_timeout: 5_000,
    idle_in_transaction_session_timeout: 10_000,
    query_timeout: queryMilliseconds,
    types: columnParsers,
  });
  pool.on('error', (error) => options.onIdleError?.(error));
  // Also for connections that somebody else borrowed, the workers of the jobs: an unheard error ends the process.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

interface Connections {
  readonly pool: Pool;
  readonly places: ConnectionPlaces;
  /** What PostgreSQL shows between two transactions. */
  readonly name: string;
}

const overPool = (connections: Connections): Database => ({
  query: (query) => withClient(connections, ({ client }) => run(client, query)),
  transaction: (work) => transaction(connections, work),
  close: () => connections.pool.end(),
});

/** A borrowed connection. `broken` is set when it must not go back to the pool. */
interface Lease {
  readonly client: PoolClient;
  broken: Error | undefined;
}

/** Borrows a connection; one that broke is thrown away, one that only met a refused statement goes back. */
async function withClient<T>(
  { pool, places }: Pick<Connections, 'pool' | 'places'>,
  work: (lease: Lease) => Promise<T>,
): Promise<T> {
  const leave = await places.enter();
  try {
    return await withConnection(pool, work);
  } finally {
    leave();
  }
}

async function withConnection<T>(pool: Pool, work: (lease: Lease) => Promise<T>): Promise<T> {
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
  const { name, text, query_timeout = queryMilliseconds } = query;
  const timed = { query_timeout: Math.min(query_timeout, timeLeft()) };
  const { rows, rowCount } = await client.query({ name, text, values: [...query.values], ...timed });
  return { rows, rowCount: rowCount ?? 0 };
}

/** Milliseconds left for a statement of this request. @throws DatabaseUnavailable when nothing is */
function timeLeft(): number {
  const deadline = currentWork()?.deadline;
  if (deadline === undefined) return Number.POSITIVE_INFINITY;
  const left = Math.floor(deadline - performance.now());
  if (left <= 0) throw new DatabaseUnavailable('The request took too long.');
  return left;
}

async function transaction<T>(
  connections: Connections,
  work: (transaction: Transaction) => Promise<T>,
): Promise<T> {
  const started = performance.now();
  for (let attempt = 1; ; attempt += 1) {
    const progress = { commitSent: false };
    try {
      return await withClient(connections, (lease) => once(lease, connections.name, work, progress));
    } catch (error) {
      const cause = error instanceof DatabaseUnavailable ? error.cause : undefined;
      const again = isConflict(cause) || (isConnectionLoss(cause) && !progress.commitSent);
      const isLate = performance.now() - started > tryAgainWithinMilliseconds;
      if (!again || attempt === attempts || (isLate && currentWork())) throw error;
      await sleep(attempt * (20 + Math.random() * 80));
    }
  }
}

async function once<T>(
  lease: Lease,
  name: string,
  work: (transaction: Transaction) => Promise<T>,
  progress: { commitSent: boolean },
): Promise<T> {
  await lease.client.query(`begin isolation level read committed${nameOfWork(name)}`);
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

/** For as long as the transaction lasts, PostgreSQL shows and logs the id of the request with it. */
function nameOfWork(name: string): string {
  const id = currentWork()?.id;
  return id === undefined ? '' : `; set local application_name = ${escapeLiteral(`${name} ${id}`)}`;
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
