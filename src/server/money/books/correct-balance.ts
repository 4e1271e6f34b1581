import type { Correction } from '#contract/money/books/books.ts';
import type { Cents } from '#contract/primitives.ts';
import type { Dependencies } from '../../dependencies.ts';
import { recordAdminAct } from '../../identity/record-admin-act.ts';
import { refuseOwn } from '../../trust/linked-accounts/refuse-own.ts';
import { refuseOutcome } from '../wallet/ledger-outcomes.ts';
import { correctionById, enterCorrection, settleCorrection } from './books-store.ts';
import { type MoneyAct, moneyAct } from './money-act.ts';

export interface ProposedCorrection {
  readonly listenerId: string;
  /** Negative takes money away. */
  readonly amountCents: Cents;
  /** At least 20 characters, shown to the listener. */
  readonly reason: string;
}

/**
 * Adds to or subtracts from a listener's available balance. Needs a second admin once this admin's corrections within
 * 24 hours exceed the configured amount.
 * @throws Refusal not_found, own_decision, below_zero, key_reused
 */
export function correctBalance(
  deps: Pick<Dependencies, 'database' | 'clock'>,
  act: MoneyAct,
  correction: ProposedCorrection,
): Promise<Pick<Correction, 'id' | 'status'>> {
  return moneyAct(deps, act, { call: 'correctBalance', request: correction }, async (tx) => {
    await refuseOwn(tx, act.admin, [correction.listenerId]);
    const { outcome, id, status } = await enterCorrection.only(tx, {
      ...correction,
      proposedBy: act.admin,
      key: act.key,
    });
    const isThere = outcome === 'done' || outcome === 'already' || outcome === 'awaits_second';
    if (!isThere || id === null || status === null) return refuseOutcome(outcome, status);
    if (outcome !== 'already') {
      const { listenerId: userId, amountCents: cents, reason } = correction;
      const event = status === 'waiting' ? 'correction_proposed' : 'balance_corrected';
      const recorded = { event, userId, actorId: act.admin, details: { cents, reason } } as const;
      await recordAdminAct(tx, recorded, deps.clock.now());
    }
    return { id, status };
  });
}

/**
 * Books or declines a correction that waits for a second admin. Repeating a decision returns the first result.
 * @throws Refusal not_found, own_decision, already_decided, second_admin_needed, below_zero
 */
export function decideCorrection(
  deps: Pick<Dependencies, 'database' | 'clock'>,
  act: MoneyAct,
  decision: { readonly correctionId: string; readonly status: 'booked' | 'declined' },
): Promise<Pick<Correction, 'id' | 'status'>> {
  const { correctionId, status: wanted } = decision;
  return moneyAct(deps, act, { call: 'decideCorrection', request: decision }, async (tx) => {
    const correction = await correctionById.one(tx, { id: correctionId });
    await refuseOwn(tx, act.admin, [correction?.listenerId]);
    const { outcome, status } = await settleCorrection.only(tx, {
      correctionId,
      decidedBy: act.admin,
      decision: wanted,
    });
    if (outcome !== 'done' && outcome !== 'already') return refuseOutcome(outcome, status);
    if (outcome === 'done' && correction) {
      const { listenerId: userId, amountCents, reason } = correction;
      const event = wanted === 'booked' ? 'balance_corrected' : 'correction_declined';
      const details = { cents: amountCents, reason };
      await recordAdminAct(tx, { event, userId, actorId: act.admin, details }, deps.clock.now());
    }
    return { id: correctionId, status: wanted };
  });
}
