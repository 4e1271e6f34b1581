import type { UploadEligibility } from '#contract/subscriptions.ts';
import type { Dependencies } from '../dependencies.ts';
import {
  creditsOfMonth,
  eligibility,
  lastingSubscription,
  runningSubscription,
} from './eligibility-rules.ts';
import { readCredits, readSubscription } from './subscriptions-store.ts';

/** Whether this artist may upload a track now, and from which allowance; nothing is consumed. */
export async function getUploadEligibility(
  { database, clock, config }: Pick<Dependencies, 'database' | 'clock' | 'config'>,
  artistId: string,
): Promise<UploadEligibility> {
  const now = clock.now();
  const [subscription, credits] = await Promise.all([
    readSubscription.one(database, { userId: artistId }),
    readCredits.one(database, { userId: artistId }),
  ]);
  const running = runningSubscription(subscription, now);
  return eligibility(
    running,
    creditsOfMonth(credits, now, config.freeCreditsPerMonth),
    !running && lastingSubscription(subscription, now) !== undefined,
  );
}
