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
/** A transaction that has run longer than this is not retried. */
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
  let ended = false;
  // After the end a forgotten `await` is an error instead of a stray statement.
  const query: Queryable['query'] = async (named) => {
    if (ended) throw new Error('This transaction has ended.');
    return run(lease, named);
  };
  try {
    await begin(lease, name);
    const result = await work({ inTransaction: true, query });
    ended = true;
    progress.commitSent = true;
    const { command } = await lease.client.query('commit');
    // PostgreSQL responds with ROLLBACK to the COMMIT of a transaction with a failed statement.
    if (command !== 'COMMIT')
      throw new Error('The transaction was rolled back: a failed statement was ignored.');
    return result;
  } catch (error) {
    ended = true;
    await rollback(lease, error);
    throw error;
  }
}

// Plain text, because preparing it would cost more than running it.
const beginning = 'begin isolation level read committed';

/** During the transaction PostgreSQL shows and logs the request's id in the application name. */
async function begin({ client, sessions }: Lease, name: string): Promise<void> {
  const id = currentWork()?.id;
  const naming = id === undefined ? '' : `; set local application_name = ${escapeLiteral(`${name} ${id}`)}`;
  if (sessions.isPooler) await client.query(`${beginning} read write${naming}`).catch(refuseStandby);
  else await client.query(`${beginning}${naming}`);
}

/** A standby's error code for `read write`. */
const notSupported = '0A000';

/**
 * A pooler may route this transaction to a standby that was the leader a moment ago, which rejects a read-write
 * transaction.
 */
function refuseStandby(error: Error): never {
  const isRefused = 'code' in error && error.code === notSupported;
  throw isRefused ? new ReadOnlyDatabase(error.message, { cause: error }) : error;
}

async function rollback(lease: Lease, reason: unknown): Promise<void> {
  // A broken or hanging connection accepts no statement. Closing it makes the server roll back.
  if (lease.broken || (isUnavailability(reason) && !isConflict(reason))) return;
  await lease.client.query('rollback').catch((error: Error) => {
    lease.broken ??= error;
  });
}
