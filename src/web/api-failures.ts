import type { ErrorAnswer, RefusalCode } from '#contract/errors.ts';

/** The server refused a call, with a declared code and a message fit for a user. */
export class ApiRefusal extends Error {
  override readonly name = 'ApiRefusal';
  readonly code: RefusalCode;
  readonly details: Readonly<Record<string, unknown>>;
  readonly requestId: string;
  readonly status: number;

  constructor(status: number, { code, message, details, requestId }: ErrorAnswer['error']) {
    super(message);
    this.status = status;
    this.code = code;
    this.details = details;
    this.requestId = requestId;
  }
}

/** No answer that the contract knows: the network is gone, or something between answered (502, 503, 504, a page). */
export class ServerUnreachable extends Error {
  override readonly name = 'ServerUnreachable';
  /** Null when there was no answer at all. */
  readonly status: number | null;

  constructor(status: number | null, cause?: unknown) {
    super('The server could not be reached. Check your connection and try again.', { cause });
    this.status = status;
  }
}

/** Whether the same call may well succeed a moment later (specification 8: errors 502, 503 and 504 are retryable). */
export function isPassing(error: unknown): boolean {
  if (error instanceof ServerUnreachable)
    return error.status === null || [502, 503, 504].includes(error.status);
  return error instanceof ApiRefusal && error.status === 503;
}

/** How many seconds the server asks to wait; null when the failure is another one. */
export function waitOf(error: unknown): number | null {
  const seconds = isRefusal(error, 'too_many_requests') ? error.details.retryAfterSeconds : null;
  return typeof seconds === 'number' ? seconds : null;
}

export const isRefusal = (error: unknown, code: RefusalCode): error is ApiRefusal =>
  error instanceof ApiRefusal && error.code === code;
