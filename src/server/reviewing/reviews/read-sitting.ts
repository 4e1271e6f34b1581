import type { Answer } from '#contract/call.ts';
import { cents } from '#contract/cents.ts';
import type { readSitting as readSittingCall } from '#contract/reviewing/reviews/reviews.ts';
import type { Dependencies } from '../../foundation/dependencies.ts';
import { longestSittingMilliseconds, runningSitting } from './sitting-rules.ts';
import { medianPerHour, newestReviews } from './sitting-store.ts';

const mostCounted = 200;

/** The listener's current sitting and their median earnings per hour. */
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
  return {
    medianCentsPerHour: median.centsPerHour,
    sitting: last
      ? {
          reviews: sent.length,
          approved: sent.filter(({ status }) => status === 'approved').length,
          earnedCents: cents(sent.reduce((sum, { earnedCents }) => sum + earnedCents, 0)),
          last: { trackTitle: last.trackTitle, status: last.status, earnedCents: last.earnedCents },
        }
      : null,
  };
}
