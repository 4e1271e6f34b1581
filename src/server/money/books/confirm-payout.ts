import type { Dependencies } from '../../foundation/dependencies.ts';
import { refuse } from '../../foundation/refusals.ts';
import { recordAdminAct } from '../../identity/record-admin-act.ts';
import { refuseOwnPayout } from '../wallet/decide-payout.ts';
import { refuseOutcome } from '../wallet/refuse-outcome.ts';
import { confirmArrival } from './open-transfers-store.ts';

/**
 * Records that a payout has arrived: one of a file, or one that a payment service has had for 14 days. Repeats change
 * nothing.
 * @throws Refusal not_found, own_decision; already_decided if it was returned or the service may still end it
 */
export function confirmPayout(
  { database, clock }: Pick<Dependencies, 'database' | 'clock'>,
  actorId: string,
  payoutId: string,
): Promise<{ id: string; transfer: 'paid' }> {
  return database.transaction(async (tx) => {
    const now = clock.now();
    await refuseOwnPayout(tx, actorId, payoutId);
    const { outcome, transfer, listenerId } = await confirmArrival.only(tx, {
      payoutId,
      confirmedBy: actorId,
      now,
    });
    if (outcome === 'conflict') return refuse('already_decided', { status: transfer ?? 'decided' });
    if (outcome !== 'done' && outcome !== 'already') return refuseOutcome(outcome, transfer);
    if (outcome === 'done') {
      const details = { payout: payoutId };
      await recordAdminAct(tx, { event: 'payout_arrived', userId: listenerId, actorId, details }, now);
    }
    return { id: payoutId, transfer: 'paid' };
  });
}
