import type { Transaction } from '../adapters/database/database.ts';
import type { Dependencies } from '../foundation/dependencies.ts';
import { refuse } from '../foundation/refusals.ts';
import {
  creditsOfMonth,
  hasUploadsLeft,
  runningSubscription,
  type Subscription,
} from './eligibility-rules.ts';
import { lockGivenBack, spendGivenUpload } from './given-back-store.ts';
import { isCreditShared } from './shared-credit.ts';
import {
  lockCredits,
  lockSharedCredits,
  lockSubscription,
  saveCredits,
  saveUse,
} from './subscriptions-store.ts';

/**
 * Takes one upload from the artist's allowance in the caller's transaction: from the plan if possible, else a credit.
 * Returns the plan, locked, or undefined for a credit. Concurrent uploads of one artist wait for each other.
 * @throws Refusal upload_limit_exceeded if nothing is left; credit_shared if an account with the same mailbox, browser
 * or payout destination has used this month's credit
 */
export async function consumeUpload(
  deps: Pick<Dependencies, 'clock' | 'config' | 'keys'>,
  transaction: Transaction,
  artistId: string,
): Promise<Subscription | undefined> {
  const { config } = deps;
  const now = deps.clock.now();
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
    return running;
  }
  const fresh = creditsOfMonth(undefined, now, config.freeCreditsPerMonth);
  const known = await lockCredits.only(transaction, { userId: artistId, ...fresh });
  const credits = creditsOfMonth(known, now, config.freeCreditsPerMonth);
  // Returned uploads do not expire at the end of the month, so they are used last.
  if (credits.remaining < 1) return takeGivenUpload(transaction, artistId, running);
  await lockSharedCredits.run(transaction, { userId: artistId });
  const { periodStart } = credits;
  if (await isCreditShared(deps, transaction, { userId: artistId, periodStart })) {
    return takeGivenUpload(transaction, artistId, running, 'credit_shared');
  }
  await saveCredits.run(transaction, {
    userId: artistId,
    remaining: credits.remaining - 1,
    periodStart,
  });
  return undefined;
}

/** A returned upload counts as one of the plan's, if a plan runs. */
async function takeGivenUpload(
  transaction: Transaction,
  artistId: string,
  running: Subscription | undefined,
  otherwise: 'upload_limit_exceeded' | 'credit_shared' = 'upload_limit_exceeded',
): Promise<Subscription | undefined> {
  const given = await lockGivenBack.all(transaction, { artistId });
  const { trackId } = given.find(({ uploadsLeft }) => uploadsLeft > 0) ?? refuse(otherwise);
  await spendGivenUpload.run(transaction, { trackId });
  return running;
}
