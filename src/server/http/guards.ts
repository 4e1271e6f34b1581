import type { FastifyRequest } from 'fastify';
import type { Call, Who } from '#contract/call.ts';
import type { RefusalCode } from '#contract/errors.ts';
import { matchesUserType } from '#contract/identity/role-check.ts';
import type { LimitName } from '#contract/rate-limits.ts';
import {
  batchedLimit,
  giveBackTo,
  type LimitOutcome,
  takeFromLimit,
} from '../adapters/database/rate-limit.ts';
import type { Dependencies } from '../dependencies.ts';
import type { Caller } from '../foundation/caller.ts';
import { Refusal, refuse } from '../foundation/refusals.ts';
import { fingerprint, isLoopback, takeFromSender } from '../identity/fingerprint.ts';
import type { RequestSource } from './request-source.ts';

type Authenticate = (request: FastifyRequest) => Promise<Caller>;
type Guard = (request: FastifyRequest) => Promise<Caller | undefined>;

/**
 * Checks who may make a call. For `owner` calls any user passes; the use case checks the ownership.
 * @param onDenied called for each non-admin who makes an admin call
 */
export function guard(
  who: Who,
  authenticate: Authenticate,
  onDenied: (caller: Caller) => Promise<void>,
): Guard {
  switch (who) {
    case 'public':
      return async () => undefined;
    case 'everybody':
      return async (request) =>
        request.headers.authorization ? callerOrNobody(request, authenticate) : undefined;
    case 'signed_in':
    case 'owner':
      return authenticate;
    case 'artist':
    case 'listener':
      return async (request) => {
        const caller = await authenticate(request);
        return matchesUserType(caller, who) ? caller : refuse('wrong_user_type', { needed: who });
      };
    case 'admin':
      return async (request) => {
        const caller = await authenticate(request);
        if (caller.isAdmin) return caller;
        await onDenied(caller);
        return refuse('access_denied');
      };
    default:
      // A call without a known rule keeps the server from starting.
      throw new Error(`Nobody may make this call: ${String(who)}`);
  }
}

/** On calls for everyone, an invalid token counts as signed out. */
async function callerOrNobody(
  request: FastifyRequest,
  authenticate: Authenticate,
): Promise<Caller | undefined> {
  try {
    return await authenticate(request);
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}

/** The access token of the Authorization header. */
export function bearerToken(request: FastifyRequest): string {
  const token = /^Bearer ([\w.-]{1,4096})$/.exec(request.headers.authorization ?? '')?.[1];
  return token ?? refuse('not_authenticated');
}

/** The refusals a call may return: its own and those of its access rule. */
export function refusalsOf(call: Call): readonly RefusalCode[] {
  const standard: RefusalCode[] = ['malformed', 'unavailable', 'broken', 'too_many_requests'];
  if (call.who !== 'public' && call.who !== 'everybody')
    standard.push('not_authenticated', 'invalid_token', 'account_suspended');
  if (call.who === 'artist' || call.who === 'listener') standard.push('wrong_user_type');
  if (call.who === 'admin') standard.push('access_denied');
  return [...new Set([...call.refusals, ...standard])];
}

/**
 * Counts a call by account if the caller is signed in, else by the sender's networks, except the machine itself. Returns
 * what to do if the call is then refused: a refused entry does not use up a day's or an hour's calls, but `other`.
 * @throws Refusal too_many_requests
 */
export type CountCall = (
  limit: LimitName | undefined,
  caller: Caller | undefined,
  request: FastifyRequest,
) => Promise<() => Promise<void>>;

/** Limits of what a call does. What a refused call costs is limited by `other`. Uploads cost as much if refused. */
const onlyAccepted: readonly LimitName[] = ['payee', 'payout', 'export', 'review', 'skip'];

const uncounted = async () => undefined;

type Needs = Pick<Dependencies, 'config' | 'database' | 'clock' | 'keys'> & Pick<RequestSource, 'clientOf'>;

/**
 * Calls without their own limit share one, which is taken in batches. Other limits count every call in the database.
 */
export function callLimits({ config, database, clock, keys, clientOf }: Needs): CountCall {
  const other = batchedLimit(config.rateLimits.other);

  const take = (limit: LimitName, bucket: string, now: Date, times = 1): Promise<LimitOutcome> => {
    if (limit === 'other') return other.take(database, bucket, now, times);
    const { most, seconds } = config.rateLimits[limit];
    return takeFromLimit(database, bucket, most * times, seconds, now);
  };

  const bucketOf = (limit: LimitName, { userId }: Caller) => `call ${limit} of ${userId}`;

  const takeOfCaller = async (
    limit: LimitName,
    caller: Caller | undefined,
    request: FastifyRequest,
    now: Date,
  ) => {
    if (caller) return take(limit, bucketOf(limit, caller), now);
    const { address } = clientOf(request);
    if (isLoopback(address)) return { taken: true } as const;
    return takeFromSender(address, (prefix, times) =>
      take(limit, `call ${limit} from ${fingerprint(keys, `call ${prefix}`)}`, now, times),
    );
  };

  const count: CountCall = async (limit = 'other', caller, request) => {
    const now = clock.now();
    const outcome = await takeOfCaller(limit, caller, request, now);
    if (!outcome.taken) refuse('too_many_requests', { retryAfterSeconds: outcome.retryAfterSeconds });
    // Only signed-in users can make calls with these limits.
    if (!caller || !onlyAccepted.includes(limit)) return uncounted;
    return async () => {
      await giveBackTo(database, bucketOf(limit, caller), now);
      await count('other', caller, request);
    };
  };
  return count;
}
