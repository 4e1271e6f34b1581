import type { FastifyRequest } from 'fastify';
import type { LimitName } from '#contract/rate-limits.ts';
import { isLoopback, limitPrefix } from '../accounts/limits/address-prefix.ts';
import { fingerprint } from '../accounts/limits/fingerprint.ts';
import { batchedLimit } from '../adapters/limits/batched-limit.ts';
import { giveBackTo, type LimitOutcome, takeFromLimit } from '../adapters/limits/rate-limit.ts';
import type { Caller } from '../caller.ts';
import type { Dependencies } from '../dependencies.ts';
import { refuse } from '../refusals.ts';
import type { RequestSource } from './request-source.ts';

/**
 * Counts a call by account if the caller is signed in, else by the sender's network, except the machine itself. Returns
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

  const bucketOf = (limit: string, caller: Caller | undefined, request: FastifyRequest) => {
    if (caller) return `call ${limit} of ${caller.userId}`;
    const { address } = clientOf(request);
    if (isLoopback(address)) return undefined;
    return `call ${limit} from ${fingerprint(keys, `call ${limitPrefix(address)}`)}`;
  };

  const take = (limit: LimitName, bucket: string, now: Date): Promise<LimitOutcome> => {
    if (limit === 'other') return other.take(database, bucket, now);
    const { most, seconds } = config.rateLimits[limit];
    return takeFromLimit(database, bucket, most, seconds, now);
  };

  const count: CountCall = async (limit = 'other', caller, request) => {
    const bucket = bucketOf(limit, caller, request);
    if (bucket === undefined) return uncounted;
    const now = clock.now();
    const outcome = await take(limit, bucket, now);
    if (!outcome.taken) refuse('too_many_requests', { retryAfterSeconds: outcome.retryAfterSeconds });
    if (!onlyAccepted.includes(limit)) return uncounted;
    return async () => {
      await giveBackTo(database, bucket, now);
      await count('other', caller, request);
    };
  };
  return count;
}
