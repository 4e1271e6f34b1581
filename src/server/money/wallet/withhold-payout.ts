import { daysToAppealMoney } from '#contract/business-rules.ts';
import { formatCents } from '#contract/cents.ts';
import { dayMilliseconds } from '#contract/day-milliseconds.ts';
import type { Wallet } from '#contract/money/wallet/wallet.ts';
import type { Queryable } from '../../adapters/database/database.ts';
import type { Dependencies } from '../../dependencies.ts';
import { refuse } from '../../foundation/refusals.ts';
import { withheldDecidedMail } from '../../identity/emails/decided-payout-mails.ts';
import { queueNotice } from '../../identity/emails/queue-mail.ts';
import { recordAdminAct } from '../../identity/record-admin-act.ts';
import { recomputeStanding } from '../../trust/standing/recompute-standing.ts';
import { refuseDecision, refuseOwnPayout } from './decide-payout.ts';
import { outcomeOf, outcomes, refuseOutcome } from './ledger-outcomes.ts';
import { appealMoney, decideMoney, withheldOf, withhold } from './withheld-store.ts';

export const appealUntil = (withheldAt: Date): Date =>
  new Date(withheldAt.getTime() + daysToAppealMoney * dayMilliseconds);

/** The listener's money that is under review; null without. */
export async function moneyUnderReview(db: Queryable, listenerId: string): Promise<Wallet['underReview']> {
  const row = await withheldOf.one(db, { listenerId });
  if (!row) return null;
  const { withheldAt, ...shown } = row;
  return { ...shown, appealUntil: appealUntil(withheldAt).toISOString() };
}

/**
 * Ends a pending payout whose reviews are none, as an admin who has read some of them. Its money is under review. Repeats
 * change nothing.
 * @throws Refusal own_decision, payout_unread, balance_under_review and those of `refuseDecision`
 */
export function withholdPayout(
  { database, clock }: Pick<Dependencies, 'database' | 'clock'>,
  adminId: string,
  { payoutId, sentence }: { readonly payoutId: string; readonly sentence: string },
): Promise<void> {
  const now = clock.now();
  return database.transaction(async (tx) => {
    await refuseOwnPayout(tx, adminId, payoutId);
    const row = await withhold.only(tx, { payoutId, withheldBy: adminId, sentence, now });
    const outcome = outcomeOf(outcomes.payoutDecision, row.outcome);
    if (outcome === 'already') return;
    if (outcome !== 'done') return refuseDecision(outcome, row.status);
    const details = { payout: payoutId, reason: sentence };
    await recordAdminAct(
      tx,
      { event: 'payout_withheld', userId: row.listenerId, actorId: adminId, details },
      now,
    );
  });
}

/** Stores the listener's one appeal. @throws Refusal not_found, cannot_appeal */
export async function appealWithheld(
  { database, clock }: Pick<Dependencies, 'database' | 'clock'>,
  listenerId: string,
  { payoutId, appeal }: { readonly payoutId: string; readonly appeal: string },
): Promise<void> {
  const row = await appealMoney.only(database, { payoutId, listenerId, appeal, now: clock.now() });
  const outcome = outcomeOf(outcomes.withheldAppeal, row.outcome);
  if (outcome === 'missing') refuse('not_found');
  if (outcome === 'conflict') refuse('cannot_appeal');
}

interface WithheldDecision {
  readonly payoutId: string;
  readonly outcome: 'returned' | 'taken';
  /** Shown to the listener. */
  readonly sentence: string;
}

/**
 * Decides finally about money under review. Repeats change nothing.
 * @throws Refusal not_found, own_decision, already_decided, appeal_open, same_admin
 */
export function decideWithheld(
  deps: Pick<Dependencies, 'database' | 'clock' | 'config' | 'keys'>,
  adminId: string,
  { payoutId, outcome: wanted, sentence }: WithheldDecision,
): Promise<void> {
  const now = deps.clock.now();
  return deps.database.transaction(async (tx) => {
    await refuseOwnPayout(tx, adminId, payoutId);
    const row = await decideMoney.only(tx, {
      payoutId,
      decidedBy: adminId,
      outcome: wanted,
      note: sentence,
      now,
    });
    const outcome = outcomeOf(outcomes.withheld, row.outcome);
    if (outcome === 'already') return;
    const { listenerId: userId, amountCents } = row;
    if (outcome !== 'done' || userId === null || amountCents === null)
      return refuseOutcome(outcome, row.status);
    await recomputeStanding(tx, deps, [userId]);
    const details = { payout: payoutId, reason: sentence };
    await recordAdminAct(tx, { event: `withheld_${wanted}`, userId, actorId: adminId, details }, now);
    await queueNotice(tx, deps, {
      userId,
      kind: 'payout_decided',
      event: `${payoutId}:${wanted}`,
      mail: withheldDecidedMail(deps.config.publicUrl, {
        amount: formatCents(amountCents),
        wanted,
        sentence,
      }),
    });
  });
}
