/**
 * The database could not answer now: not reachable, connection lost, too slow, or busy. Trying again later may help.
 * After a lost COMMIT the outcome is unknown; `cause` has the error underneath.
 */
export class DatabaseUnavailable extends Error {
  override readonly name = 'DatabaseUnavailable';

  /** It will not mend itself: no room on the disk, or damaged data. */
  get needsOperator(): boolean {
    return operatorStates.has(codeOf(this.cause));
  }
}

/** Out of disk or memory, a disk that cannot be read, data or an index that does not fit its checksum. */
const operatorStates = new Set(['53100', '53200', '58030', 'XX001', 'XX002']);

/** What PostgreSQL says to a write where it only reads: the leader of a cluster has become a standby. */
const readOnlyState = '25006';
const lostStates = new Set(['57P01', '57P02', '57P03', '53300', '57P05', readOnlyState]);
const lostCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ENOENT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
]);
const lostMessages =
  /Connection terminated|Connection ended|connection error and is not queryable|Client was closed|calling end on the pool|terminating connection/;
const slowStates = new Set(['57014', '25P03', '25P04']);
const slowMessages = /Query read timeout|timeout exceeded when trying to connect|due to connection timeout/;
const retryStates = new Set(['40001', '40P01', '55P03']);

/** The connection leads to a standby. A new one may lead to the leader. */
export class ReadOnlyDatabase extends Error {
  override readonly name = 'ReadOnlyDatabase';
  readonly code = readOnlyState;
}

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';

/** A lock, a deadlock or a serialization failure: nothing was done, and the same work may succeed now. */
export const isConflict = (error: unknown): boolean => retryStates.has(codeOf(error));

/** The connection is gone, never came to be, or leads to a server that is not the leader anymore. */
export const isConnectionLoss = (error: unknown): boolean =>
  error instanceof Error &&
  !slowMessages.test(error.message) &&
  (codeOf(error).startsWith('08') ||
    lostStates.has(codeOf(error)) ||
    lostCodes.has(codeOf(error)) ||
    lostMessages.test(error.message));

const isTimeout = (error: unknown): boolean =>
  error instanceof Error &&
  (slowStates.has(codeOf(error)) || codeOf(error) === 'ETIMEDOUT' || slowMessages.test(error.message));

/** Whether what `pg` threw says that the database cannot answer now, rather than that a statement was wrong. */
export const isUnavailability = (error: unknown): error is Error =>
  error instanceof Error &&
  (isConnectionLoss(error) || isTimeout(error) || isConflict(error) || operatorStates.has(codeOf(error)));

/** Turns what `pg` threw into a DatabaseUnavailable where it is one; other errors come back as they are. */
export function asUnavailable(error: unknown): unknown {
  if (error instanceof DatabaseUnavailable || !isUnavailability(error)) return error;
  const reason = error.message || codeOf(error);
  return new DatabaseUnavailable(`The database is not available: ${reason}`, { cause: error });
}
