import type { Pool, PoolClient } from 'pg';
import { traced } from '../../telemetry/trace.ts';
import { currentWork } from '../current-work.ts';
import type { NamedQuery, QueryOutcome } from '../database.ts';
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
interface Sessions {
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
const nameFor = ({ namedStatements }: Sessions, name: string): { name?: string } =>
  namedStatements ? { name } : {};

/** Milliseconds left for this request's statements. @throws DatabaseUnavailable if none are left */
function timeLeft(patience: number): number {
  const from = currentWork()?.timedFrom;
  if (from === undefined) return Number.POSITIVE_INFINITY;
  const left = Math.floor(from + callMilliseconds * patience - performance.now());
  if (left <= 0) throw new DatabaseUnavailable('The request took too long.');
  return left;
}

/** Longest wait for a connection in milliseconds. A request waits about a second at most, so overload fails fast. */
const longestWait = { call: 900, money: 1_200, other: 3_000 } as const;
/** Callers that may wait per connection; further ones fail at once. */
const mostWaiting = 10;

export interface PlaceFigures {
  readonly total: number;
  readonly used: number;
  readonly waiting: number;
}

interface ConnectionPlaces {
  /** Resolves with the function that frees the slot. @throws DatabaseUnavailable if none was free in time */
  enter(): Promise<() => void>;
  figures(): PlaceFigures;
}

interface User {
  readonly kind: 'money' | 'others';
  /** Undefined outside of requests. */
  readonly call: string | undefined;
}

interface Waiter extends User {
  readonly enter: () => void;
}

/**
 * Limits who may use a pool's connections. A quarter is reserved for money calls, so payouts and reviews get through
 * while everything else waits for a slow query. No call uses more than half, so one whose requests wait for each other,
 * such as listeners who are served the same track, leaves the rest to all others. First come, first served among equals.
 * `patience` multiplies the waits, for tests.
 */
export function connectionPlaces(total: number, patience = 1): ConnectionPlaces {
  const forOthers = total - Math.floor(total / 4);
  const forOneCall = Math.max(2, Math.ceil(total / 2));
  const used = { money: 0, others: 0 };
  const usedByCall = new Map<string, number>();
  const waiting = { money: new Set<Waiter>(), others: new Set<Waiter>() };

  const isFree = ({ kind, call }: User) =>
    used.money + used.others < total &&
    (kind === 'money' || used.others < forOthers) &&
    (call === undefined || (usedByCall.get(call) ?? 0) < forOneCall);

  const count = ({ kind, call }: User, change: 1 | -1) => {
    used[kind] += change;
    if (call !== undefined) usedByCall.set(call, (usedByCall.get(call) ?? 0) + change);
  };

  const letIn = () => {
    for (const waiter of [...waiting.money, ...waiting.others]) {
      if (!isFree(waiter)) continue;
      waiting[waiter.kind].delete(waiter);
      count(waiter, 1);
      waiter.enter();
    }
  };

  const wait = (user: User, milliseconds: number) =>
    new Promise<void>((resolve, reject) => {
      const waiter: Waiter = {
        ...user,
        enter: () => {
          clearTimeout(timer);
          resolve();
        },
      };
      const timer = setTimeout(() => {
        waiting[user.kind].delete(waiter);
        reject(new DatabaseUnavailable('All connections are in use.'));
      }, milliseconds);
      waiting[user.kind].add(waiter);
    });

  return {
    enter: async () => {
      const work = currentWork();
      const user: User = { kind: work?.isMoney ? 'money' : 'others', call: work?.call };
      if (isFree(user)) count(user, 1);
      else if (work && waiting[user.kind].size >= total * mostWaiting) {
        throw new DatabaseUnavailable('All connections are in use, and too many wait.');
      } else await wait(user, patience * longestWait[work ? (work.isMoney ? 'money' : 'call') : 'other']);
      return () => {
        count(user, -1);
        letIn();
      };
    },
    figures: () => ({
      total,
      used: used.money + used.others,
      waiting: waiting.money.size + waiting.others.size,
    }),
  };
}
