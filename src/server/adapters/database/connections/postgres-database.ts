import { type ClientBase, Pool } from 'pg';
import type { Database } from '../database.ts';
import { clientConfig, type DatabaseAddress, type DatabaseRole } from '../database-address.ts';
import { assertDurable, assertPoolerSettings, assertVersion } from '../durability.ts';
import { BatchedSocket } from './batched-socket.ts';
import { columnParsers } from './column-parsers.ts';
import { type Connections, queryMilliseconds, run, withClient } from './connection-lease.ts';
import { connectionPlaces, type PlaceFigures } from './connection-places.ts';
import { ReadOnlyDatabase } from './database-unavailable.ts';
import { LendingPool } from './lending-pool.ts';
import { transaction } from './postgres-transaction.ts';

export interface DatabaseOptions {
  readonly address: DatabaseAddress;
  readonly role: DatabaseRole;
  /** Connections at most; 10 when not given. */
  readonly poolSize?: number;
  /** What `pg_stat_activity` shows; "earshot" when not given. */
  readonly applicationName?: string;
  /** How long to wait for a new connection; 2 s when not given. */
  readonly connectMilliseconds?: number;
  /** Whether statements are prepared once for each connection; true when not given. */
  readonly namedStatements?: boolean;
  /** The address is a pooler's, such as pgbouncer in transaction mode. */
  readonly isPooler?: boolean;
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
      if (options.isPooler) await assertPoolerSettings(client);
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
    connectionsOf(
      openPool(options, { settings: ['default_transaction_read_only=on'], mayRead: true }),
      options,
    ),
  );
}

/**
 * Opens a pool for the job worker. It sends no query at the start, because connectDatabase has already checked the database.
 */
export function connectLender(options: DatabaseOptions): {
  readonly pool: Pool;
  readonly database: Pick<Database, 'query' | 'close'>;
} {
  const pool = openPool(options, { Pool: LendingPool });
  return { pool, database: overPool(connectionsOf(pool, options)) };
}

interface PoolKind {
  readonly settings?: readonly string[];
  /** Whether it may be a standby. */
  readonly mayRead?: boolean;
  readonly Pool?: typeof Pool;
}

function openPool(
  options: DatabaseOptions,
  { settings = [], mayRead = false, Pool: Kind = Pool }: PoolKind = {},
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
    verify: (client, done) => {
      if (mayRead) done();
      else refuseStandby(client).then(() => done(), done);
    },
  });
  pool.on('error', (error) => options.onIdleError?.(error));
  // Connections in use by the job worker need a listener too: an unhandled error event ends the process.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

/**
 * While the leader of a cluster changes, a new connection may lead to the former one. What that has committed last may not have
 * reached the next leader, so not even a read there can be told to anybody.
 */
async function refuseStandby(client: ClientBase): Promise<void> {
  const { rows } = await client.query<{ standby: boolean }>('select pg_is_in_recovery() as standby');
  if (rows[0]?.standby) throw new ReadOnlyDatabase('This database is a standby.');
}

const connectionsOf = (pool: Pool, options: DatabaseOptions): Connections => ({
  pool,
  places: connectionPlaces(options.poolSize ?? defaultPoolSize, options.patience),
  name: options.applicationName ?? defaultName,
  patience: options.patience ?? 1,
  sessions: { namedStatements: options.namedStatements ?? true, isPooler: options.isPooler ?? false },
});

const overPool = (connections: Connections): Database => ({
  query: (query) => withClient(connections, (lease) => run(lease, query)),
  transaction: (work) => transaction(connections, work),
  close: () => connections.pool.end(),
});
