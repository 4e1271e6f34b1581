import type { Pool, PoolClient } from 'pg';
import { traced } from '../../tracing/trace.ts';
import { currentWork } from '../current-work.ts';
import type { NamedQuery, QueryOutcome } from '../database.ts';
import type { ConnectionPlaces } from './connection-places.ts';
import { asUnavailable, DatabaseUnavailable, isConflict, isUnavailability } from './database-unavailable.ts';

// If a network drops packets, the server's own timeout never arrives.
export const queryMilliseconds = 3_000;
/** How long a call may take, unless it declares otherwise, however slow the database or network is. */
const callMilliseconds = 4_000;

export interface Connections {
  readonly pool: Pool;
  readonly places: ConnectionPlaces;
  /** The application_name that PostgreSQL shows between transactions. */
  readonly name: string;
  readonly patience: number;
  readonly sessions: Sessions;
}

/** The abilities of a pool's connections. */
export interface Sessions {
  /** Whether statements are prepared once per connection, under their names. */
  readonly namedStatements: boolean;
  /** Whether a pooler is in between, which may route each transaction to another server. */
  readonly isPooler: boolean;
}

/** A borrowed connection. `broken` is set if it must not go back to the pool. */
export interface Lease {
  readonly client: PoolClient;
  readonly patience: number;
  readonly sessions: Sessions;
  broken: Error | undefined;
}

/** Borrows a connection. A broken one is discarded; one that only ran a failing statement is returned. */
export async function withClient<T>(
  connections: Connections,
  work: (lease: Lease) => Promise<T>,
): Promise<T> {
  const leave = await connections.places.enter();
  try {
    return await withConnection(connections, work);
  } finally {
    leave();
  }
}

async function withConnection<T>(
  { pool, patience, sessions }: Connections,
  work: (lease: Lease) => Promise<T>,
): Promise<T> {
  const client = await pool.connect().catch((error: unknown) => Promise.reject(asUnavailable(error)));
  const lease: Lease = { client, patience, sessions, broken: undefined };
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

export async function run({ client, patience, sessions }: Lease, query: NamedQuery): Promise<QueryOutcome> {
  const { text, query_timeout = queryMilliseconds } = query;
  const timed = { query_timeout: Math.min(query_timeout * patience, timeLeft(patience)) };
  const name = nameFor(sessions, query.name);
  const { rows, rowCount } = await traced(
    'sql',
    () => attributesOf(query),
    () => client.query({ ...name, text, values: [...query.values], ...timed }),
  );
  return { rows, rowCount: rowCount ?? 0 };
}

/** The text of a statement has placeholders, so it never contains a value. */
const attributesOf = ({ text }: NamedQuery) => ({
  'db.system.name': 'postgresql',
  'db.query.text': text.replaceAll(/\s+/g, ' ').trim(),
});

/** Without a name PostgreSQL discards the statement after running it. */
export const nameFor = ({ namedStatements }: Sessions, name: string): { name?: string } =>
  namedStatements ? { name } : {};

/** Milliseconds left for this request's statements. @throws DatabaseUnavailable if none are left */
function timeLeft(patience: number): number {
  const from = currentWork()?.timedFrom;
  if (from === undefined) return Number.POSITIVE_INFINITY;
  const left = Math.floor(from + callMilliseconds * patience - performance.now());
  if (left <= 0) throw new DatabaseUnavailable('The request took too long.');
  return left;
}
