import { setTimeout as sleep } from 'node:timers/promises';
import { Pool, type PoolClient } from 'pg';
import { BatchedSocket } from './batched-socket.ts';
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
import { LendingPool } from './lending-pool.ts';

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
  /** For tests only, on machines that are busy with others: how many times as long it waits for everything; 1 when not given. */
  readonly patience?: number;
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
  const connections = connectionsOf(pool, options);
  try {
    await withClient(connections, async ({ client }) => {
      await assertVersion(client);
      if (!options.throwAway) await assertDurable(client);
    });
  } catch (error) {
    await pool.end();
    throw error;
  }
  return { database: overPool(connections), pool, places: connections.places.figures };
}

/**
 * Keeps a pool at a standby. It asks nothing at the start, because the standby may be away, and whatever is asked of it can
 * only read, also where the address is wrong and names a primary.
 */
export function connectStandby(options: DatabaseOptions): Pick<Database, 'query' | 'close'> {
  return overPool(
    connectionsOf(openPool(options, { settings: ['default_transaction_read_only=on'] }), options),
  );
}

/**
 * Keeps a pool that somebody else borrows connections of, the worker of the jobs. It asks nothing at the start:
 * connectDatabase has done so.
 */
export function connectLender(options: DatabaseOptions): {
  readonly pool: Pool;
  readonly database: Pick<Database, 'query' | 'close'>;
} {
  const pool = openPool(options, { Pool: LendingPool });
  return { pool, database: overPool(connectionsOf(pool, options)) };
}

function openPool(
  options: DatabaseOptions,
  { settings = [], Pool: Kind = Pool }: { settings?: readonly string[]; Pool?: typeof Pool } = {},
): Pool {
  const { patience = 1 } = options;
  const pool = new Kind({
    ...clientConfig(options.address, options.role, ['timezone=UTC', ...settings]),
    application_name: options.applicationName ?? defaultName,
    max: options.poolSize ?? defaultPoolSize,
    connectionTimeoutMillis: options.connectMilliseconds ?? 2_000,
    lock_timeout: 1_500 * patience,
    statement_timeout: 5_000 * patience,
    idle_in_transaction_session_timeout: 10_000 * patience,
    query_timeout: queryMilliseconds * patience,
    types: columnParsers,
    // Statements of one transaction that do not wait for each other's answers go to the database together.
    pipeline: true,
    stream: () => new BatchedSocket(),
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
  readonly patience: number;
}

const connectionsOf = (pool: Pool, options: DatabaseOptions): Connections => ({
  pool,
  places: connectionPlaces(options.poolSize ?? defaultPoolSize, options.patience),
  name: options.applicationName ?? defaultName,
  patience: options.patience ?? 1,
});

const overPool = (connections: Connections): Database => ({
  query: (query) => withClient(connections, (lease) => run(lease, query)),
  transaction: (work) => transaction(connections, work),
  close: () => connections.pool.end(),
});

/** A borrowed connection. `broken` is set when it must not go back to the pool. */
interface Lease {
  readonly client: PoolClient;
  readonly patience: number;
  broken: Error | undefined;
}

/** Borrows a connection; one that broke is thrown away, one that only met a refused statement goes back. */
async function withClient<T>(
  { pool, places, patience }: Connections,
  work: (lease: Lease) => Promise<T>,
): Promise<T> {
  const leave = await places.enter();
  try {
    return await withConnection(pool, patience, work);
  } finally {
    leave();
  }
}

async function withConnection<T>(
  pool: Pool,
  patience: number,
  work: (lease: Lease) => Promise<T>,
): Promise<T> {
  const client = await pool.connect().catch((error: unknown) => Promise.reject(asUnavailable(error)));
  const lease: Lease = { client, patience, broken: undefined };
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

async function run({ client, patience }: Lease, query: NamedQuery): Promise<QueryOutcome> {
  const { name, text, query_timeout = queryMilliseconds } = query;
  const timed = { query_timeout: Math.min(query_timeout * patience, timeLeft()) };
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

interface Progress {
  commitSent: boolean;
}

async function transaction<T>(
  connections: Connections,
  work: (transaction: Transaction) => Promise<T>,
): Promise<T> {
  const started = performance.now();
  for (let attempt = 1; ; attempt += 1) {
    const progress: Progress = { commitSent: false };
    try {
      return await withClient(connections, (lease) => once(lease, connections.name, work, progress));
    } catch (error) {
      const cause = error instanceof DatabaseUnavailable ? error.cause : undefined;
      const again = isConflict(cause) || (isConnectionLoss(cause) && !progress.commitSent);
      const isLate = performance.now() - started > tryAgainWithinMilliseconds * connections.patience;
      if (!again || attempt === attempts || (isLate && currentWork())) throw error;
      await sleep(attempt * (20 + Math.random() * 80));
    }
  }
}

async function once<T>(
  lease: Lease,
  name: string,
  work: (transaction: Transaction) => Promise<T>,
  progress: Progress,
): Promise<T> {
  const begun = begin(lease.client, name);
  const { open, close, commit } = borrowed(lease, begun, progress);
  try {
    const result = await work(open);
    const { command } = await commit();
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

const beginning = { name: 'begin', text: 'begin isolation level read committed' };
const ending = { name: 'commit', text: 'commit' };
const naming = { name: 'application name', text: "select set_config('application_name', $1, true)" };

/** For as long as the transaction lasts, PostgreSQL shows and logs the id of the request with its name. */
function begin(client: PoolClient, name: string): Promise<unknown> {
  const id = currentWork()?.id;
  const sent = [client.query(beginning)];
  if (id !== undefined) sent.push(client.query({ ...naming, values: [`${name} ${id}`] }));
  const begun = Promise.all(sent);
  // Whoever needs the transaction to be open is told.
  begun.catch(() => undefined);
  return begun;
}

async function rollback(lease: Lease, reason: unknown): Promise<void> {
  // A connection that broke or hangs takes no more statements: closing it makes the server roll back.
  if (lease.broken || (isUnavailability(reason) && !isConflict(reason))) return;
  await lease.client.query('rollback').catch((error: Error) => {
    lease.broken ??= error;
  });
}

interface Borrowed {
  readonly open: Transaction;
  /** Commits what work that ended well has not committed itself. */
  readonly commit: () => Promise<{ command: string }>;
  readonly close: () => void;
}

/**
 * The transaction as stores see it; after its end a forgotten `await` is an error, not a stray statement. Where it
 * could not begin, only what changes nothing has been sent.
 */
function borrowed(lease: Lease, begun: Promise<unknown>, progress: Progress): Borrowed {
  let ended = false;
  let mayGoAlong = true;
  let committed: Promise<{ command: string }> | undefined;
  const query: Queryable['query'] = async (named) => {
    mayGoAlong &&= named.changesNothing === true;
    if (!mayGoAlong) await begun;
    if (ended) throw new Error('This transaction has ended.');
    return run(lease, named);
  };
  // Whatever waits for the beginning goes on in the order in which it came: the commit behind the statements before it.
  const commit = () =>
    begun.then(() => {
      ended = true;
      progress.commitSent = true;
      return lease.client.query(ending);
    });
  return {
    open: {
      inTransaction: true,
      query,
      commitAlong: () => {
        committed = commit();
        // Whoever ends the transaction is told.
        committed.catch(() => undefined);
      },
    },
    commit: () => committed ?? commit(),
    close: () => {
      ended = true;
    },
  };
}
