import type { Correction } from '#contract/books/books.ts';
import type { Cents } from '#contract/primitives.ts';
import { recordAdminAct } from '../accounts/record-admin-act.ts';
import type { Dependencies } from '../dependencies.ts';
import { refuseOutcome } from '../wallet/refuse-outcome.ts';
import { correct } from './books-store.ts';
import { type MoneyAct, moneyAct } from './money-act.ts';

export interface ProposedCorrection {
  readonly listenerId: string;
  /** Below zero it is taken. */
  readonly amountCents: Cents;
  /** At least 20 characters; the listener reads it. */
  readonly reason: string;
}

/**
 * Adds to a listener's available balance or takes from it. It waits for a second admin once this admin's own corrections within
 * 24 hours would pass the amount of the rates.
 * Refuses 'not_found', 'own_decision', 'below_zero' and 'key_reused'.
 */
export function correctBalance(
  deps: Pick<Dependencies, 'database' | 'clock'>,
  act: MoneyAct,
  correction: ProposedCorrection,
): Promise<Pick<Correction, 'id' | 'status'>> {
  return moneyAct(deps, act, { call: 'correctBalance', request: correction }, async (tx) => {
    const { outcome, id, status } = await correct.only(tx, {
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
