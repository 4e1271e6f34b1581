import type { ErrorAnswer, RefusalCode } from '#contract/errors.ts';

/** The server refused a call, with a code from the contract and a message fit for a user. */
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

/** A proxy that cannot reach the server responds with these. */
const fromProxy = [502, 503, 504];

/** There was no response in the contract's format: the network is down, or a proxy or another version responded. */
export class ServerUnreachable extends Error {
  override readonly name = 'ServerUnreachable';
  /** Null if there was no response at all. */
  readonly status: number | null;

  constructor(status: number | null, cause?: unknown) {
    super(
      status === null || fromProxy.includes(status)
        ? 'Can’t reach the server. Check your connection and try again.'
        : 'The server sent a response that this page can’t read. Reload the page and try again.',
      { cause },
    );
    this.status = status;
  }
}

/** Whether the call is worth retrying (specification 8: errors 502, 503 and 504 are retryable). */
export function isPassing(error: unknown): boolean {
  if (error instanceof ServerUnreachable) return error.status === null || fromProxy.includes(error.status);
  return error instanceof ApiRefusal && error.status === 503;
}

/** Seconds that the server asks to wait; null for any other failure. */
export function waitOf(error: unknown): number | null {
  const seconds = isRefusal(error, 'too_many_requests') ? error.details.retryAfterSeconds : null;
  return typeof seconds === 'number' ? seconds : null;
}

export const isRefusal = (error: unknown, code: RefusalCode): error is ApiRefusal =>
  error instanceof ApiRefusal && error.code === code;
