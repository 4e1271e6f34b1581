import type { Dependencies } from '../../foundation/dependencies.ts';
import { refuse } from '../../foundation/refusals.ts';
import { letLeave } from '../../identity/payout-hold/hold-payouts.ts';
import { recordAdminAct } from '../../identity/record-admin-act.ts';
import { refuseOwn } from '../../trust/linked-accounts/refuse-own.ts';
import { freezeDestination } from './destination-store.ts';

/**
 * Lifts the stop of a listener's payouts after 'This was not me'.
 * @throws Refusal own_decision, not_found if nothing is stopped
 */
export async function liftStop(
  { database, clock }: Pick<Dependencies, 'database' | 'clock'>,
  actorId: string,
  { listenerId, reason }: { readonly listenerId: string; readonly reason: string },
): Promise<void> {
  await database.transaction(async (tx) => {
    await refuseOwn(tx, actorId, [listenerId]);
    if (!(await letLeave(tx, listenerId))) refuse('not_found');
    await freezeDestination.run(tx, { userId: listenerId });
    const act = { event: 'payout_stop_lifted', userId: listenerId, actorId, details: { reason } } as const;
    await recordAdminAct(tx, act, clock.now());
  });
}
