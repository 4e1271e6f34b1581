import type { z } from 'zod';
import type { RefusalCode } from './errors.ts';
import type { LimitName } from './rate-limits.ts';

/**
 * Who may make a call. `owner`: signed in, and the path must name something of the caller's own. `everybody`: signed in
 * or not, though signed-in callers may get more. `public` calls never learn who the caller is.
 */
export type Who = 'public' | 'everybody' | 'signed_in' | 'artist' | 'listener' | 'admin' | 'owner';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** One operation of the API as plain data. The server mounts it; the client and the reference are generated from it. */
export interface Call {
  readonly method: Method;
  /** Path below the origin; `{name}` marks a path parameter. */
  readonly path: `/api/${string}`;
  readonly summary: string;
  /** The specification's calls that this operation implements; empty if it is an addition. */
  readonly spec: readonly string[];
  readonly who: Who;
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodType;
  readonly answer: z.ZodType;
  readonly status: 200 | 201 | 202 | 204;
  readonly refusals: readonly RefusalCode[];
  /** Calls that move money or create something take a UUID, which stays the same across retries of one act. */
  readonly idempotencyKey?: true;
  /** Rate limit per caller. Calls without one share the limit `other`. */
  readonly limit?: LimitName;
  /** Signed-out callers share one response, which may be up to a second old. */
  readonly isShared?: true;
  /** It may run for minutes; every other call times out after seconds. */
  readonly takesLong?: true;
}

type Part<Name extends string, Schema> = Schema extends z.ZodType ? Record<Name, z.output<Schema>> : unknown;
type SentPart<Name extends string, Schema> = Schema extends z.ZodType
  ? Record<Name, z.input<Schema>>
  : unknown;

/** The parsed input of a handler. */
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
