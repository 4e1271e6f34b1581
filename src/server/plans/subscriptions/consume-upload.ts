import type { Queryable, Transaction } from '../../adapters/database/database.ts';
import type { Dependencies } from '../../dependencies.ts';
import { refuse } from '../../foundation/refusals.ts';
import { ownMailboxMark } from '../../trust/linked-accounts/marks.ts';
import { lotsWithUpload } from '../balance/lots-store.ts';
import {
  creditsOfMonth,
  hasUploadsLeft,
  lastingSubscription,
  runningSubscription,
  type Subscription,
} from './eligibility-rules.ts';
import {
  lockCredits,
  lockSharedCredits,
  lockSubscription,
  saveCredits,
  saveUse,
  sharedCreditUse,
} from './subscriptions-store.ts';

/** What an upload was taken from: the plan, the month's free credit, or one that came with a lot of reviews. */
type UploadSource =
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

/**
 * Whether an account with the same mailbox, browser or payout destination has used a credit this month. The account's own
 * mailbox counts even if it has not been recorded with an upload yet.
 * @param periodStart the month's first day, YYYY-MM-DD in UTC
 */
export async function isCreditShared(
  deps: Pick<Dependencies, 'keys' | 'config'>,
  db: Queryable,
  { userId, periodStart }: { readonly userId: string; readonly periodStart: string },
): Promise<boolean> {
  const mark = await ownMailboxMark(deps, db, userId);
  const asked = { userId, mark, periodStart, credits: deps.config.freeCreditsPerMonth };
  return (await sharedCreditUse.one(db, asked)) !== undefined;
}

/** The plan that an artist can use for uploads now, locked; undefined if there is none. */
export const runningPlan = async (
  tx: Transaction,
  artistId: string,
  now: Date,
): Promise<Subscription | undefined> => runningSubscription(await lastingPlan(tx, artistId, now), now);

/** An artist's plan that has not ended, locked; it may be paused. */
export const lastingPlan = async (
  tx: Transaction,
  artistId: string,
  now: Date,
): Promise<Subscription | undefined> =>
  lastingSubscription(await lockSubscription.one(tx, { userId: artistId }), now);
