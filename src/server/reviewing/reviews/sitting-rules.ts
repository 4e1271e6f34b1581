import { sittingPauseMilliseconds } from '#contract/business-rules.ts';
import { dayMilliseconds } from '#contract/day-milliseconds.ts';

/** Hours of reviews to search for a sitting. */
export const longestSittingMilliseconds = dayMilliseconds;

/**
 * The reviews of the current sitting, from a list sorted newest first: up to the first pause of half an hour between two. None if
 * the newest is older than that.
 */
export function runningSitting<Sent extends { readonly createdAt: Date }>(
  newestFirst: readonly Sent[],
  now: Date,
): readonly Sent[] {
  const end = newestFirst.findIndex(({ createdAt }, place) => {
    const later = newestFirst[place - 1]?.createdAt ?? now;
    return later.getTime() - createdAt.getTime() >= sittingPauseMilliseconds;
  });
  return end === -1 ? newestFirst : newestFirst.slice(0, end);
}
