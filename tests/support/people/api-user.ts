import { randomUUID } from 'node:crypto';
import type { Answer, Call, Sent } from '#contract/call.ts';
import { ErrorAnswer, type RefusalCode } from '#contract/errors.ts';
import { uploadContentPath } from '#contract/upload-paths.ts';

/** What came back: the answer of a call that went well, else the refusal's code and details. */
export interface Outcome<C extends Call> {
  readonly status: number;
  readonly answer: Answer<C> | undefined;
  readonly code: RefusalCode | undefined;
  readonly details: Readonly<Record<string, unknown>>;
  readonly message: string | undefined;
}

/** Somebody who uses the API over HTTP. */
export interface ApiUser {
  readonly userId: string;
  readonly accessToken: string | undefined;
  call<C extends Call>(call: C, sent: Sent<C>): Promise<Outcome<C>>;
  /** The answer of a call that must go well. */
  get<C extends Call>(call: C, sent: Sent<C>): Promise<Answer<C>>;
  upload(file: BodyInit, uploadId?: string): Promise<Response>;
  fetch(path: string, init?: RequestInit): Promise<Response>;
}

/** A user of the API at this address, with an access token or without. */
export function apiUser(
  url: string,
  userId: string,
  accessToken: string | undefined,
  { address, deviceMark }: { address?: string | undefined; deviceMark?: string | undefined } = {},
): ApiUser {
  const bearer: Record<string, string> = {
    ...(accessToken ? { authorization: `Bearer ${accessToken}` } : {}),
    ...(address ? { 'x-forwarded-for': address } : {}),
    ...(deviceMark ? { cookie: `device=${deviceMark}` } : {}),
  };
  const fetchPath = (path: string, init: RequestInit = {}) =>
    fetch(new URL(path, url), { ...init, headers: { ...bearer, ...headersOf(init) } });
  // What a call sends always has some of these parts; the contract types which.
  const sendTo = (called: Call, parts: Parts) => fetchPath(pathOf(called, parts), requestOf(called, parts));
  const call = async <C extends Call>(called: C, sent: Sent<C>): Promise<Outcome<C>> =>
    outcomeOf<C>(await sendTo(called, sent as Parts));
  return {
    userId,
    accessToken,
    call,
    get: async (called, sent) => {
      const { answer, status, code, message } = await call(called, sent);
      if (answer === undefined)
        throw new Error(`${called.method} ${called.path}: ${status} ${code} ${message}`);
      return answer;
    },
    upload: (file, uploadId = randomUUID()) =>
      fetchPath(uploadContentPath(uploadId), {
        method: 'PUT',
        body: file,
        headers: { 'content-type': 'audio/mpeg' },
      }),
    fetch: fetchPath,
  };
}

const headersOf = (init: RequestInit) => Object.fromEntries(new Headers(init.headers));

interface Parts {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | undefined>>;
  readonly body?: unknown;
  readonly idempotencyKey?: string;
}

function pathOf(call: Call, { params = {}, query = {} }: Parts): string {
  const path = call.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  const given = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value]],
  );
  return given.length > 0 ? `${path}?${new URLSearchParams(given)}` : path;
}

function requestOf(call: Call, { body, idempotencyKey }: Parts): RequestInit {
  return {
    method: call.method,
    headers: {
      ...(call.body ? { 'content-type': 'application/json' } : {}),
      ...(idempotencyKey ? { 'idempotency-key': idempotencyKey } : {}),
    },
    ...(call.body ? { body: JSON.stringify(body) } : {}),
  };
}

async function outcomeOf<C extends Call>(response: Response): Promise<Outcome<C>> {
  const body: unknown = await response.json();
  const { status } = response;
  // The server has parsed its answer with this call's schema.
  if (response.ok)
    return { status, answer: body as Answer<C>, code: undefined, details: {}, message: undefined };
  const { error } = ErrorAnswer.parse(body);
  return { status, answer: undefined, code: error.code, details: error.details, message: error.message };
}
