import type { FastifyRequest } from 'fastify';
import type { LimitName } from '#contract/rate-limits.ts';
import {
  batchedLimit,
  giveBackTo,
  type LimitOutcome,
  takeFromLimit,
} from '../adapters/database/rate-limit.ts';
import type { Caller } from '../foundation/caller.ts';
import type { Dependencies } from '../foundation/dependencies.ts';
import { refuse } from '../foundation/refusals.ts';
import { isLoopback, takeFromSender } from '../identity/address-prefix.ts';
import { fingerprint } from '../identity/fingerprint.ts';
import type { RequestSource } from './request-source.ts';

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
