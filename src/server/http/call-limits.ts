import type { FastifyRequest } from 'fastify';
import type { LimitName } from '#contract/rate-limits.ts';
import { isLoopback } from '../accounts/limits/address-prefix.ts';
import { fingerprint } from '../accounts/limits/fingerprint.ts';
import { takeFromSender } from '../accounts/limits/sender-limits.ts';
import { batchedLimit } from '../adapters/limits/batched-limit.ts';
import { type LimitOutcome, takeFromLimit } from '../adapters/limits/rate-limit.ts';
import type { Caller } from '../caller.ts';
import type { Dependencies } from '../dependencies.ts';
import { refuse } from '../refusals.ts';
import type { RequestSource } from './request-source.ts';

/**
 * Counts a call by account if the caller is signed in, else by the sender's networks, except the machine itself.
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

  const take = (limit: LimitName, bucket: string, times = 1): Promise<LimitOutcome> => {
    if (limit === 'other') return other.take(database, bucket, clock.now(), times);
    const { most, seconds } = config.rateLimits[limit];
    return takeFromLimit(database, bucket, most * times, seconds, clock.now());
  };

  const takeOfCaller = async (limit: LimitName, caller: Caller | undefined, request: FastifyRequest) => {
    if (caller) return take(limit, `call ${limit} of ${caller.userId}`);
    const { address } = clientOf(request);
    if (isLoopback(address)) return { taken: true } as const;
    return takeFromSender(address, (prefix, times) =>
      take(limit, `call ${limit} from ${fingerprint(keys, `call ${prefix}`)}`, times),
    );
  };

  return async (limit = 'other', caller, request) => {
    const outcome = await takeOfCaller(limit, caller, request);
    if (!outcome.taken) refuse('too_many_requests', { retryAfterSeconds: outcome.retryAfterSeconds });
  };
}
