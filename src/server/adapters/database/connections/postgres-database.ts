import { type ClientBase, Pool, type PoolClient, types } from 'pg';
import type { Database } from '../database.ts';
import { clientConfig, type DatabaseAddress, type DatabaseRole } from '../database-address.ts';
import { assertDurable, assertPoolerSettings, assertVersion } from '../durability.ts';
import {
  type Connections,
  connectionPlaces,
  type PlaceFigures,
  queryMilliseconds,
  run,
  withClient,
} from './connection-lease.ts';
import { ReadOnlyDatabase } from './database-unavailable.ts';
import { transaction } from './postgres-transaction.ts';

interface DatabaseOptions {
  readonly address: DatabaseAddress;
  readonly role: DatabaseRole;
  /** Maximum number of connections; 10 by default. */
  readonly poolSize?: number;
  /** Shown in `pg_stat_activity`; "earshot" by default. */
  readonly applicationName?: string;
  /** Timeout of a new connection; 2 s by default. */
  readonly connectMilliseconds?: number;
  /** Whether statements are prepared once per connection; true by default. */
  readonly namedStatements?: boolean;
  /** The address is a pooler's, such as pgbouncer in transaction mode. */
  readonly isPooler?: boolean;
  /** For tests only: accepts a database that may lose commits in a crash. */
  readonly throwAway?: boolean;
  /** Multiplies all waits; 1 by default. For commands, and for tests on busy machines. */
  readonly patience?: number;
  /** Called when an idle connection breaks. The pool has already dropped it. */
  readonly onIdleError?: (error: Error) => void;
}

export interface ConnectedDatabase {
  readonly database: Database;
  readonly pool: Pool;
  /** Current use of the pool. */
  readonly places: () => PlaceFigures;
}

const defaultPoolSize = 10;
const defaultName = 'earshot';

/**
 * Connects once to check that the database is reachable and safe for money, then opens a pool.
 * @throws UnsafeDatabase if it must not be used, DatabaseUnavailable if it cannot be reached
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
 * Opens a pool for the job worker. It sends no query at the start, because connectDatabase has already checked the database.
 */
export function connectLender(options: DatabaseOptions): {
  readonly pool: Pool;
  readonly database: Pick<Database, 'query' | 'close'>;
} {
  const pool = openPool(options, LendingPool);
  return { pool, database: overPool(connectionsOf(pool, options)) };
}

function openPool(options: DatabaseOptions, Kind: typeof Pool = Pool): Pool {
  const { patience = 1 } = options;
  const pool = new Kind({
    ...clientConfig(options.address, options.role, ['timezone=UTC']),
    application_name: options.applicationName ?? defaultName,
    max: options.poolSize ?? defaultPoolSize,
    connectionTimeoutMillis: (options.connectMilliseconds ?? 2_000) * patience,
    lock_timeout: 1_500 * patience,
    statement_timeout: 5_000 * patience,
    // A suspended command must not hold its locks for longer than a server would.
    idle_in_transaction_session_timeout: 10_000 * (options.throwAway ? patience : 1),
    query_timeout: queryMilliseconds * patience,
    types: columnParsers,
    // Statements of one transaction that do not depend on each other are sent together.
    pipeline: true,
    verify: (client, done) => {
      refuseStandby(client).then(() => done(), done);
    },
  });
  pool.on('error', (error) => options.onIdleError?.(error));
  // Connections borrowed by the job worker need a listener, too: an unhandled error event would end the process.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

/**
 * During a failover a new connection may reach the former leader. Its last commits may be missing on the next leader,
 * so even its reads are not safe to return.
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

type GiveBack = (release?: unknown) => void;
type Borrow = (error: Error | undefined, client: PoolClient | undefined, giveBack: GiveBack) => void;

/**
 * A pool for graphile-worker. If its listening connection breaks while the worker stops, the worker may release it
 * twice, which makes `pg` crash, or never, which makes `pg` wait forever.
 */
class LendingPool extends Pool {
  readonly #lent = new Set<GiveBack>();

  override connect(): Promise<PoolClient>;
  override connect(callback: Borrow): void;
  override connect(callback?: Borrow): Promise<PoolClient> | undefined {
    if (!callback) return super.connect();
    super.connect((error, client, giveBack) =>
      callback(error, client, client ? this.#lend(client, giveBack) : giveBack),
    );
    return undefined;
  }

  /** Call it after the borrower has stopped: connections it has not released are closed. */
  override end(): Promise<void>;
  override end(callback: () => void): void;
  override end(callback?: () => void): Promise<void> | undefined {
    const ended = super.end();
    for (const giveBack of this.#lent) giveBack(true);
    if (!callback) return ended;
    ended.then(callback, callback);
    return undefined;
  }

  #lend(client: PoolClient, giveBack: GiveBack): GiveBack {
    const once = (release?: unknown) => {
      if (this.#lent.delete(once)) giveBack(release);
    };
    this.#lent.add(once);
    client.release = once;
    return once;
  }
}

const int8 = types.builtins.INT8;
const day = types.builtins.DATE;

function safeInteger(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`The bigint ${text} does not fit a number.`);
  return value;
}

/**
 * How this server reads columns: bigint as a number (throws if digits would be lost), date as YYYY-MM-DD text (a Date
 * would shift with the time zone), everything else like `pg`. Set per pool rather than globally.
 */
export const columnParsers = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') => {
    if (format !== 'binary' && oid === int8) return safeInteger;
    if (format !== 'binary' && oid === day) return (text: string) => text;
    return format === 'binary' ? types.getTypeParser(oid, 'binary') : types.getTypeParser(oid, 'text');
  }) as typeof types.getTypeParser, // One signature for the five overloads of pg.
};
