import { setTimeout as sleep } from 'node:timers/promises';
import { escapeLiteral } from 'pg';
import { currentWork } from '../current-work.ts';
import type { Queryable, Transaction } from '../database.ts';
import { type Connections, type Lease, run, withClient } from './connection-lease.ts';
import {
  DatabaseUnavailable,
  isConflict,
  isConnectionLoss,
  isUnavailability,
  ReadOnlyDatabase,
} from './database-unavailable.ts';

const attempts = 3;
/** Work that has taken longer than this is not retried: the caller gets the error. */
const tryAgainWithinMilliseconds = 1_500;

interface Progress {
  commitSent: boolean;
}

export async function transaction<T>(
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
  const begun = begin(lease, name);
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

// As plain text: PostgreSQL and `pg` do more for a prepared statement than these cost.
const beginning = 'begin isolation level read committed';
const ending = 'commit';

/** For as long as the transaction lasts, PostgreSQL shows and logs the id of the request with its name. */
function begin({ client, sessions }: Lease, name: string): Promise<unknown> {
  const id = currentWork()?.id;
  const naming = id === undefined ? '' : `; set local application_name = ${escapeLiteral(`${name} ${id}`)}`;
  const begun = sessions.isPooler
    ? client.query(`${beginning} read write${naming}`).catch(refuseStandby)
    : client.query(`${beginning}${naming}`);
  // The first statement rejects with this error; unhandled here, it would end the process.
  begun.catch(() => undefined);
  return begun;
}

/** What a standby answers to `read write`. */
const notSupported = '0A000';

/** A pooler may lead this transaction to a standby that was the leader a moment ago. It refuses such a beginning. */
function refuseStandby(error: Error): never {
  const isRefused = 'code' in error && error.code === notSupported;
  throw isRefused ? new ReadOnlyDatabase(error.message, { cause: error }) : error;
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
  // Calls that wait for `begin` continue in their order: the commit runs after the statements before it.
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
        // The end of the transaction rejects with this error; unhandled here, it would end the process.
        committed.catch(() => undefined);
      },
    },
    commit: () => committed ?? commit(),
    close: () => {
      ended = true;
    },
  };
}
