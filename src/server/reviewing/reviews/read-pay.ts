import { minimumPayout } from '#contract/business-rules.ts';
import type { Answer } from '#contract/call.ts';
import { cents } from '#contract/cents.ts';
import { dayMilliseconds } from '#contract/day-milliseconds.ts';
import { leastReviewsForPay, type PayTerms } from '#contract/reviewing/reviews/pay-terms.ts';
import type { readSitting as readSittingCall } from '#contract/reviewing/reviews/reviews.ts';
import type { Dependencies } from '../../dependencies.ts';
import { toOwnReview } from './own-reviews.ts';
import { medianOfListeners, medianPerHour, newestReviews } from './pay-store.ts';
import { ownReviewById } from './review-store.ts';
import { longestSittingMilliseconds, runningSitting } from './sitting-rules.ts';

type Needs = Pick<Dependencies, 'database' | 'clock' | 'config' | 'transferProviders'>;

const counted = 30 * dayMilliseconds;

/**
 * The pay that landing page, onboarding and Standing name. The median is over listeners, not over reviews, because
 * someone who reads it asks what one person earns: a few fast listeners with many reviews must not set it. Each has what
 * the ledger paid for their reviews decided in 30 days, for all time from serving to sending: also that of rejected and
 * reversed reviews, which paid nothing.
 */
export async function readPay({ database, clock, config, transferProviders }: Needs): Promise<PayTerms> {
  const since = new Date(clock.now().getTime() - counted);
  const median = await medianOfListeners.only(database, { since, least: leastReviewsForPay });
  const sentFrom = transferProviders.map((provider) =>
    provider.takes === 'orders' && provider.sendsFrom
      ? Math.min(...provider.sendsFrom.values())
      : minimumPayout,
  );
  return {
    medianCentsPerHour: median.centsPerHour,
    reviewsADay: config.standingBounds.newReviewsADay,
    firstPayoutCents: cents(Math.max(minimumPayout, sentFrom.length === 0 ? 0 : Math.min(...sentFrom))),
  };
}

const mostCounted = 200;

export async function readSitting(
  deps: Dependencies,
  listenerId: string,
): Promise<Answer<typeof readSittingCall>> {
  const now = deps.clock.now();
  const since = new Date(now.getTime() - longestSittingMilliseconds);
  const [newest, median] = await Promise.all([
    newestReviews.all(deps.database, { listenerId, since, most: mostCounted }),
    medianPerHour.only(deps.database, { listenerId }),
  ]);
  const sent = runningSitting(newest, now);
  const [last] = sent;
  if (!last) return { medianCentsPerHour: median.centsPerHour, sitting: null };
  const review = toOwnReview(await ownReviewById.only(deps.database, { id: last.id }), now);
  const { status, earnedCents, waiting, reasonLabel } = review;
  return {
    medianCentsPerHour: median.centsPerHour,
    sitting: {
      earnedCents: cents(sent.reduce((sum, one) => sum + one.earnedCents, 0)),
      last: { status, earnedCents, waiting, reasonLabel },
    },
  };
}
