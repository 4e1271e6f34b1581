import type { FastifyRequest } from 'fastify';
import type { LimitName } from '#contract/rate-limits.ts';
import { isLoopback, limitPrefix } from '../accounts/limits/address-prefix.ts';
import { fingerprint } from '../accounts/limits/fingerprint.ts';
import { batchedLimit } from '../adapters/limits/batched-limit.ts';
import { type LimitOutcome, takeFromLimit } from '../adapters/limits/rate-limit.ts';
import type { Caller } from '../caller.ts';
import type { Dependencies } from '../dependencies.ts';
import { refuse } from '../refusals.ts';
import type { RequestSource } from './request-source.ts';

/**
 * Counts a call by account if the caller is signed in, else by the sender's network, except the machine itself.
 * @throws Refusal too_many_requests
 */
export type CountCall = (
  limit: LimitName | undefined,
  caller: Caller | undefined,
  request: FastifyRequest,
) => Promise<void>;

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

  const take = (limit: LimitName, bucket: string): Promise<LimitOutcome> => {
    if (limit === 'other') return other.take(database, bucket, clock.now());
    const { most, seconds } = config.rateLimits[limit];
    return takeFromLimit(database, bucket, most, seconds, clock.now());
  };

  return async (limit = 'other', caller, request) => {
    const bucket = bucketOf(limit, caller, request);
    if (bucket === undefined) return;
    const outcome = await take(limit, bucket);
    if (!outcome.taken) refuse('too_many_requests', { retryAfterSeconds: outcome.retryAfterSeconds });
  };
}
