import type { z } from 'zod';
import type {
  DeletionOutlook,
  deleteAccount as deleteAccountCall,
} from '#contract/operation/personal-data/personal-data.ts';
import type { Queryable, Transaction } from '../../adapters/database/database.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { Caller, Client } from '../../foundation/caller.ts';
import { refuse } from '../../foundation/refusals.ts';
import { eraseAccount, requireOwnProof } from '../../identity/erase-account.ts';
import { lockAccount } from '../../identity/own-account.ts';
import { activeTrackIds, endServing } from '../../music/tracks/end-serving.ts';
import { closeReviews, lockBalance } from '../../plans/balance/assign-reviews.ts';
import { beforeGrace } from '../../plans/subscriptions/eligibility-rules.ts';
import { closeCheckouts } from '../../plans/subscriptions/open-checkout.ts';
import * as deletion from './deletion-store.ts';

type Wish = z.output<typeof deleteAccountCall.body>;

/** What deleting the account would end, and what prevents it. */
export const readDeletion = async (
  { database, clock }: Pick<Dependencies, 'database' | 'clock'>,
  { userId, isAdmin }: Caller,
): Promise<DeletionOutlook> => {
  const overBy = beforeGrace(clock.now());
  return { ...(await deletion.readOutlookRow.only(database, { userId, overBy })), isAdmin };
};

/**
 * Deletes the caller's account in one transaction: ends all sessions, erases the personal data and stops serving the
 * music. Reviews stay without the name, and the ledger is unchanged.
 * @throws Refusal admin_account, wrong_password, second_factor_needed, wrong_code, code_used, too_many_requests,
 * payout_pending, balance_changed, refund_under_way, payment_under_way, plan_renews
 */
export async function deleteAccount(
  deps: Dependencies,
  { userId, isAdmin }: Caller,
  { password, code, forfeitCents }: Wish,
  client: Client,
): Promise<void> {
  if (isAdmin) refuse('admin_account');
  await requireOwnProof(deps, userId, { password, code });
  await requireNoPlan(deps.database, userId, deps.clock.now());
  await closeCheckouts(deps, userId);
  const now = deps.clock.now();
  await deps.database.transaction(async (tx) => {
    await lockBalance(tx, userId);
    await requireNoPlan(tx, userId, now);
    const { outcome } = await deletion.closeWallet.only(tx, { userId, forfeitedCents: forfeitCents, now });
    if (outcome === 'deleted') return;
    if (outcome === 'payout_pending' || outcome === 'balance_changed') refuse(outcome);
    // The user is locked after the rows, as in the user's own calls. What calls under way have left is removed after it,
    // and the database rejects the rows of later ones.
    await removeRows(tx, userId, now);
    await lockAccount(tx, userId);
    await removeRows(tx, userId, now);
    // A checkout that is being opened locks the user first.
    await deletion.deleteCheckouts.run(tx, { userId });
    await eraseAccount(tx, deps, userId, client);
  });
}

async function requireNoPlan(db: Queryable, userId: string, now: Date): Promise<void> {
  const { hasRenewingPlan, hasRefundUnderWay } = await deletion.readOutlookRow.only(db, {
    userId,
    overBy: beforeGrace(now),
  });
  // The plan keeps being billed until the provider has responded.
  if (hasRefundUnderWay) refuse('refund_under_way');
  if (hasRenewingPlan) refuse('plan_renews');
}

async function removeRows(tx: Transaction, userId: string, now: Date): Promise<void> {
  // Leases first, then tracks: the order in which listeners' own calls lock them.
  await endServing(tx, { trackIds: await activeTrackIds(tx, userId), why: 'deleted', now });
  await deletion.withdrawAll.run(tx, { userId, now });
  await deletion.deleteTracks.run(tx, { userId });
  await closeReviews(tx, userId, now);
  for (const rows of deletion.deleteQuestions) await rows.run(tx, { userId });
  await deletion.deleteUnfinishedUploads.run(tx, { userId });
  await deletion.deletePartialUploads.run(tx, { userId });
  await deletion.deleteCancelledUploads.run(tx, { userId });
  await deletion.eraseAudio.run(tx, { userId });
  // A checkout may have been paid since the first check.
  if ((await deletion.endPlan.one(tx, { userId, overBy: beforeGrace(now) }))?.wasRenewing)
    refuse('plan_renews');
  for (const rows of deletion.listenerRows) await rows.run(tx, { userId });
  await deletion.erasePayees.run(tx, { userId, now });
  await deletion.deleteMarks.run(tx, { userId });
  await deletion.takeMarksBack.run(tx, { userId, now });
  await deletion.deleteFollows.run(tx, { userId });
  for (const rows of deletion.deleteLinks) await rows.run(tx, { userId });
  for (const rows of deletion.deleteReports) await rows.run(tx, { userId });
  await deletion.lockProfile.run(tx, { userId });
}
