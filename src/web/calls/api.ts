import type { z } from 'zod';
import { buildHeader } from '#contract/build-header.ts';
import type { Call, Sent } from '#contract/call.ts';
import type { ErrorAnswer } from '#contract/errors.ts';
import { requestIdHeader } from '#contract/request-id.ts';
import { access } from '../routes/access.ts';
import { hasShape, isRecord, isText } from '../shape-rules.ts';
import { noteServerTime } from '../ui/display/current-time.ts';
import { ApiRefusal, isRefusal, ServerUnreachable } from './api-failures.ts';
import { isRefusalCode } from './error-messages.ts';
import { noteServerBuild } from './page-build.ts';

interface SentParts {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
  readonly idempotencyKey?: string;
}

/** No call takes as long. A connection that has silently died must not keep a form waiting. */
const longestCall = 60_000;
/** Of a call that may run for minutes. */
const longestLongCall = 600_000;

interface CallOptions {
  readonly signal?: AbortSignal;
  /** Sent even if the page is closed. */
  readonly keepalive?: boolean;
}

/**
 * Makes a call of the contract and returns its response.
 * @param sent the call's `params`, `query`, `body` and `idempotencyKey`, if it has them; `{}` for none
 * @throws ApiRefusal for a declared refusal, ServerUnreachable without a response in the contract's format
 */
export async function callApi<C extends Call>(
  call: C,
  sent: Sent<C> & SentParts,
  options: CallOptions = {},
): Promise<z.output<C['answer']>> {
  const token = call.who === 'public' ? null : await access.token();
  const id = crypto.randomUUID();
  const answer: unknown = await makeCall(call, sent, { token, id }, options).catch(async (error: unknown) => {
    if (token === null || !isRefusal(error, 'invalid_token')) throw error;
    const renewed = await access.renew();
    if (renewed === null || renewed === token) throw error;
    return makeCall(call, sent, { token: renewed, id }, options);
  });
  // The server validates every response against this schema, so the browser does not.
  return answer as z.output<C['answer']>;
}

/** The part of a call that exists in the browser; everything else is types. */
type BrowserCall = Pick<Call, 'method' | 'path' | 'who' | 'takesLong'>;

async function makeCall(
  call: BrowserCall,
  sent: SentParts,
  { token, id }: { token: string | null; id: string },
  { signal, keepalive = false }: CallOptions,
): Promise<unknown> {
  const headers = new Headers({ Accept: 'application/json', [requestIdHeader]: id });
  if (token !== null) headers.set('Authorization', `Bearer ${token}`);
  if (sent.idempotencyKey !== undefined) headers.set('Idempotency-Key', sent.idempotencyKey);
  if (sent.body !== undefined) headers.set('Content-Type', 'application/json');
  const late = AbortSignal.timeout(call.takesLong ? longestLongCall : longestCall);
  const response = await fetch(addressOf(call.path, sent), {
    method: call.method,
    headers,
    credentials: 'same-origin',
    ...(sent.body === undefined ? {} : { body: JSON.stringify(sent.body) }),
    signal: signal === undefined ? late : abortedByEither(signal, late),
    keepalive,
  }).catch((cause: unknown) => {
    if (signal?.aborted) throw cause;
    throw new ServerUnreachable(null, cause);
  });
  noteServerTime(response.headers.get('date'));
  noteServerBuild(response.headers.get(buildHeader));
  return readAnswer(response);
}

/** Newer browsers have it as `AbortSignal.any`. */
function abortedByEither(one: AbortSignal, other: AbortSignal): AbortSignal {
  const either = new AbortController();
  for (const signal of [one, other]) {
    const abort = () => either.abort(signal.reason);
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort, { once: true });
  }
  return either.signal;
}

async function readAnswer(response: Response): Promise<unknown> {
  if (response.status === 204) return {};
  const content: unknown = await response.json().catch((cause: unknown) => {
    // Any error except invalid JSON means that the response was cut off.
    throw new ServerUnreachable(cause instanceof SyntaxError ? response.status : null, cause);
  });
  if (response.ok) return content;
  throw failureOf(response.status, content);
}

const isErrorAnswer = (content: unknown): content is ErrorAnswer =>
  hasShape<ErrorAnswer>(content, {
    error: (error) =>
      hasShape<ErrorAnswer['error']>(error, {
        code: isRefusalCode,
        message: isText,
        details: isRecord,
        requestId: isText,
      }),
  });

/** Converts a response other than 2xx to its error. */
export function failureOf(status: number, content: unknown): ApiRefusal | ServerUnreachable {
  return isErrorAnswer(content) ? new ApiRefusal(status, content.error) : new ServerUnreachable(status);
}

/** A call's URL: encoded path parameters and query; undefined values are omitted. */
export function addressOf(path: string, { params = {}, query = {} }: SentParts): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) search.set(name, String(value));
  }
  return `${filled}?${search}`.replace(/\?$/, '');
}
