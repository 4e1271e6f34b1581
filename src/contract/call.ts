import type { z } from 'zod';
import type { RefusalCode } from './errors.ts';
import type { LimitName } from './rate-limits.ts';

/**
 * Who may make a call. `owner`: signed in, and the thing named by the path must be the caller's own. `everybody`: signed
 * in or not, but who is signed in may be answered more; `public` calls never learn who calls.
 */
export type Who = 'public' | 'everybody' | 'signed_in' | 'artist' | 'listener' | 'admin' | 'owner';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** One operation of the API as plain data: the server mounts it, the client and the reference are made from it. */
export interface Call {
  readonly method: Method;
  /** Path below the origin; `{name}` stands for a path parameter. */
  readonly path: `/api/${string}`;
  readonly summary: string;
  /** The calls of the specification that this operation answers. Empty where it adds to the specification. */
  readonly spec: readonly string[];
  readonly who: Who;
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodType;
  readonly answer: z.ZodType;
  readonly status: 200 | 201 | 202 | 204;
  readonly refusals: readonly RefusalCode[];
  /** Money and creating calls take a UUID that names the caller's one act across retries. */
  readonly idempotencyKey?: true;
  /** How often one caller may make it; the limit `other`, shared by all calls without one, when absent. */
  readonly limit?: LimitName;
  /** The same for everyone who is not signed in, and read within a second of the request, not at it. */
  readonly isShared?: true;
  /** It reads so much that it may take minutes; every other call is given up after seconds. */
  readonly takesLong?: true;
}

type Part<Name extends string, Schema> = Schema extends z.ZodType ? Record<Name, z.output<Schema>> : unknown;
type SentPart<Name extends string, Schema> = Schema extends z.ZodType
  ? Record<Name, z.input<Schema>>
  : unknown;

/** What a handler receives, parsed. */
export type Received<C extends Call> = Part<'params', C['params']> &
  Part<'query', C['query']> &
  Part<'body', C['body']> &
  (C['idempotencyKey'] extends true ? { idempotencyKey: string } : unknown);

/** What a client sends. */
export type Sent<C extends Call> = SentPart<'params', C['params']> &
  SentPart<'query', C['query']> &
  SentPart<'body', C['body']> &
  (C['idempotencyKey'] extends true ? { idempotencyKey: string } : unknown);

export type Answer<C extends Call> = z.input<C['answer']>;

/** Declares a call and keeps its exact type. */
export const call = <const C extends Call>(declaration: C): C => declaration;
