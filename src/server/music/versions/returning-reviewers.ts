import { dayMilliseconds } from '#contract/day-milliseconds.ts';
import { comparisonRestDays } from '#contract/music/versions/version-rules.ts';
import type { Queryable } from '../../adapters/database/database.ts';
import { linkedAmong } from '../../trust/linked-accounts/linked-accounts.ts';
import { approvedReviewers, countReturning } from './versions-store.ts';

/** Listeners who have compared since then are not asked to compare another version of the same artist. */
export const comparedSince = (now: Date): Date =>
  new Date(now.getTime() - comparisonRestDays * dayMilliseconds);

interface Former {
  readonly formerId: string;
  readonly artistId: string;
}

/** The listeners who reviewed the former version and may compare it with a new one. */
export async function whoReturns(db: Queryable, { formerId, artistId }: Former, now: Date) {
  const reviewers = await approvedReviewers.all(db, { formerId });
  const linked = await linkedAmong(
    db,
    artistId,
    reviewers.map(({ listenerId }) => listenerId),
  );
  return { formerId, artistId, linked: [...linked], since: comparedSince(now) };
}

export async function countReturningReviewers(db: Queryable, former: Former, now: Date): Promise<number> {
  return (await countReturning.only(db, await whoReturns(db, former, now))).listeners;
}
