/**
 * The database cannot respond: unreachable, connection lost, too slow or busy. A retry may help. After a lost COMMIT
 * the outcome is unknown. `cause` holds the underlying error.
 */
export class DatabaseUnavailable extends Error {
  override readonly name = 'DatabaseUnavailable';

  /** It will not recover by itself: the disk is full or data is damaged. */
  get needsOperator(): boolean {
    return operatorStates.has(codeOf(this.cause));
  }

  /** A user was deleted while a call wrote something of theirs. */
  get isOfDeletedAccount(): boolean {
    return codeOf(this.cause) === deletedAccountState;
  }
}

/** Disk full, out of memory, I/O error, corrupted data or index. */
const operatorStates = new Set(['53100', '53200', '58030', 'XX001', 'XX002']);

/** The error of a write on a read-only server: the cluster's leader has become a standby. */
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
/** Of the database's function refuse_deleted_account. A retry reads that the account is deleted. */
const deletedAccountState = 'ED001';
const retryStates = new Set(['40001', '40P01', '55P03', deletedAccountState]);

/** The connection leads to a standby. A new one may reach the leader. */
export class ReadOnlyDatabase extends Error {
  override readonly name = 'ReadOnlyDatabase';
  readonly code = readOnlyState;
}

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';

/** A lock timeout, deadlock, serialization failure or deletion: nothing was changed, and a retry may succeed. */
export const isConflict = (error: unknown): boolean => retryStates.has(codeOf(error));

/** The connection was lost or refused, or leads to a server that is no longer the leader. */
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

/** Whether an error of `pg` means that the database cannot respond, rather than that a statement was wrong. */
export const isUnavailability = (error: unknown): error is Error =>
  error instanceof Error &&
  (isConnectionLoss(error) || isTimeout(error) || isConflict(error) || operatorStates.has(codeOf(error)));

/** Converts an error of `pg` to DatabaseUnavailable if it is one; returns other errors unchanged. */
export function asUnavailable(error: unknown): unknown {
  if (error instanceof DatabaseUnavailable || !isUnavailability(error)) return error;
  const reason = error.message || codeOf(error);
  return new DatabaseUnavailable(`The database is not available: ${reason}`, { cause: error });
}
