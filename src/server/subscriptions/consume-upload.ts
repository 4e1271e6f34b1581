import type { Transaction } from '../adapters/database/database.ts';
import type { Dependencies } from '../dependencies.ts';
import { refuse } from '../refusals.ts';
import { creditsOfMonth, hasUploadsLeft, runningSubscription } from './eligibility-rules.ts';
import { lockCredits, lockSubscription, saveCredits, saveUse } from './subscriptions-store.ts';

/**
 * Takes one upload from the artist's allowance in the caller's transaction: the plan first, then a credit.
 * Simultaneous uploads of one artist wait for each other. Refuses `upload_limit_exceeded` when nothing is left.
 */
export async function consumeUpload(
  { clock, config }: Pick<Dependencies, 'clock' | 'config'>,
  transaction: Transaction,
  artistId: string,
): Promise<'subscription' | 'credits'> {
  const now = clock.now();
  const subscription = await lockSubscription.one(transaction, { userId: artistId });
  const running = runningSubscription(subscription, now);
  if (running && hasUploadsLeft(running)) {
    const { uploadsUsed, periodStart, periodEnd } = running;
    await saveUse.run(transaction, {
      userId: artistId,
      uploadsUsed: uploadsUsed + 1,
      periodStart,
      periodEnd,
    });
    return 'subscription';
  }
  const fresh = creditsOfMonth(undefined, now, config.freeCreditsPerMonth);
  const known = await lockCredits.only(transaction, { userId: artistId, ...fresh });
  const credits = creditsOfMonth(known, now, config.freeCreditsPerMonth);
  if (credits.remaining < 1) refuse('upload_limit_exceeded');
  await saveCredits.run(transaction, {
    userId: artistId,
    remaining: credits.remaining - 1,
    periodStart: credits.periodStart,
  });
  return 'credits';
}
