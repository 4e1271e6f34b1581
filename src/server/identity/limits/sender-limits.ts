import type { LimitOutcome } from '../../adapters/limits/rate-limit.ts';
import { prefixesOf } from './address-prefix.ts';

/**
 * Takes one attempt from the limit of each network that the sender may hold, narrowest first, so that what one line is
 * refused does not count for its neighbors.
 * @param take takes from the limit of one network, which is `times` the limit of a single line
 */
export async function takeFromSender(
  address: string,
  take: (prefix: string, times: number) => Promise<LimitOutcome>,
): Promise<LimitOutcome> {
  for (const { prefix, times } of prefixesOf(address)) {
    const outcome = await take(prefix, times);
    if (!outcome.taken) return outcome;
  }
  return { taken: true };
}
