import type { Transaction } from '../../adapters/database/database.ts';
import type { Dependencies } from '../../foundation/dependencies.ts';
import { refuse } from '../../foundation/refusals.ts';
import { lotsWithUpload } from '../balance/lots-store.ts';
import {
  creditsOfMonth,
  hasUploadsLeft,
  runningSubscription,
  type Subscription,
} from './eligibility-rules.ts';
import { isCreditShared } from './shared-credit.ts';
import {
  lockCredits,
  lockSharedCredits,
  lockSubscription,
  saveCredits,
  saveUse,
} from './subscriptions-store.ts';

/** What an upload was taken from: the plan, the month's free credit, or one that came with a lot of reviews. */
export type UploadSource =
  | { readonly from: 'plan'; readonly plan: Subscription['plan']; readonly lotId: null }
  | { readonly from: 'free'; readonly plan: null; readonly lotId: null }
  | { readonly from: 'lot'; readonly plan: null; readonly lotId: string };

/**
 * Takes one upload in the caller's transaction: from the plan if possible, else the month's free credit, else one that
 * came with a pack or a missed date. The caller has locked the artist.
 * @throws Refusal upload_limit_exceeded if nothing is left; credit_shared if an account with the same mailbox, browser
 * or payout destination has used this month's credit
 */
export async function consumeUpload(
  deps: Pick<Dependencies, 'clock' | 'config' | 'keys'>,
  transaction: Transaction,
  artistId: string,
): Promise<UploadSource> {
  const { config } = deps;
  const now = deps.clock.now();
  const running = runningSubscription(await lockSubscription.one(transaction, { userId: artistId }), now);
  if (running && hasUploadsLeft(running)) {
    const { plan, uploadsUsed, periodStart, periodEnd } = running;
    const use = { userId: artistId, uploadsUsed: uploadsUsed + 1, periodStart, periodEnd };
    await saveUse.run(transaction, use);
    return { from: 'plan', plan, lotId: null };
  }
  const fresh = creditsOfMonth(undefined, now, config.freeCreditsPerMonth);
  const known = await lockCredits.only(transaction, { userId: artistId, ...fresh });
  const { remaining, periodStart } = creditsOfMonth(known, now, config.freeCreditsPerMonth);
  let refusal: 'upload_limit_exceeded' | 'credit_shared' = 'upload_limit_exceeded';
  if (remaining > 0) {
    await lockSharedCredits.run(transaction, { userId: artistId });
    if (!(await isCreditShared(deps, transaction, { userId: artistId, periodStart }))) {
      await saveCredits.run(transaction, { userId: artistId, remaining: remaining - 1, periodStart });
      return { from: 'free', plan: null, lotId: null };
    }
    refusal = 'credit_shared';
  }
  const [lot] = await lotsWithUpload.all(transaction, { artistId, now });
  return { from: 'lot', plan: null, lotId: lot?.id ?? refuse(refusal) };
}
