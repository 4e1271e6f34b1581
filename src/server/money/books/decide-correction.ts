import type { Correction } from '#contract/money/books/books.ts';
import type { Dependencies } from '../../foundation/dependencies.ts';
import { recordAdminAct } from '../../identity/record-admin-act.ts';
import { refuseOwn } from '../../trust/linked-accounts/refuse-own.ts';
import { refuseOutcome } from '../wallet/refuse-outcome.ts';
import { correctionById, settleCorrection } from './books-store.ts';
import { type MoneyAct, moneyAct } from './money-act.ts';

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
