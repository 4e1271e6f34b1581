import type { Dependencies } from '../../foundation/dependencies.ts';
import { refuse } from '../../foundation/refusals.ts';
import { recordAdminAct } from '../../identity/record-admin-act.ts';
import { refuseOwn } from '../../trust/linked-accounts/refuse-own.ts';
import { reportersOf } from './reports-store.ts';
import { keepUpheld, lockTakedown } from './takedowns-store.ts';
import { tellOwner } from './tell-owner.ts';

/**
 * Rejects the answer to a takedown, once. The item stays down.
 * @throws Refusal not_found, own_decision, not_answered, already_decided
 */
export function upholdTakedown(
  deps: Pick<Dependencies, 'database' | 'clock' | 'config'>,
  actorId: string,
  takedownId: string,
  sentence: string,
): Promise<void> {
  return deps.database.transaction(async (tx) => {
    const taken = (await lockTakedown.one(tx, { takedownId })) ?? refuse('not_found');
    const reporters = (await reportersOf.all(tx, taken)).map(({ reporterId }) => reporterId);
    await refuseOwn(tx, actorId, [taken.ownerId, taken.artistId, ...reporters]);
    if (taken.restoredAt) refuse('already_decided', { status: 'restored' });
    if (!taken.answeredAt) refuse('not_answered');
    if (taken.upheldAt) refuse('already_decided', { status: 'upheld' });
    const now = deps.clock.now();
    await keepUpheld.run(tx, { takedownId, upheldBy: actorId, sentence, now });
    const details = { [taken.kind]: taken.thingId };
    await recordAdminAct(tx, { event: 'takedown_upheld', userId: taken.ownerId, actorId, details }, now);
    await tellOwner(tx, deps, { ...taken, takedownId, sentence }, { told: 'upheld' }, now);
  });
}
