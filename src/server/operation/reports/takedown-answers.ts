import type { Takedown } from '#contract/takedown.ts';
import type { Dependencies } from '../../foundation/dependencies.ts';
import { refuse } from '../../foundation/refusals.ts';
import { mailAdmins } from '../../identity/emails/mail-admins.ts';
import { takedownAnsweredMail } from '../../identity/emails/takedown-mails.ts';
import { recordAdminAct } from '../../identity/record-admin-act.ts';
import { refuseOwn } from '../../trust/linked-accounts/refuse-own.ts';
import { notifyOwner } from './notify-owner.ts';
import { reportersOf } from './reports-store.ts';
import { lockTakedown, storeAnswer, storeUpheld, takedownForOwner } from './takedowns-store.ts';

/**
 * Stores the owner's answer to a takedown, once, and notifies the admins.
 * @throws Refusal not_found, restored_already, answered_already
 */
export function answerTakedown(
  { database, clock, config }: Pick<Dependencies, 'database' | 'clock' | 'config'>,
  ownerId: string,
  takedownId: string,
  answer: string,
): Promise<Takedown> {
  const now = clock.now();
  return database.transaction(async (tx) => {
    const taken = await lockTakedown.one(tx, { takedownId });
    if (taken?.ownerId !== ownerId) return refuse('not_found');
    if (taken.restoredAt) refuse('restored_already');
    if (taken.answeredAt) refuse('answered_already');
    await storeAnswer.run(tx, { takedownId, answer, now });
    const mail = takedownAnsweredMail(config.publicUrl, { ...taken, answer });
    await mailAdmins(tx, mail, now, `takedown-answered:${takedownId}`);
    return (await takedownForOwner.only(tx, { thingId: taken.thingId })).takedown;
  });
}

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
    await storeUpheld.run(tx, { takedownId, upheldBy: actorId, sentence, now });
    const details = { [taken.kind]: taken.thingId };
    await recordAdminAct(tx, { event: 'takedown_upheld', userId: taken.ownerId, actorId, details }, now);
    await notifyOwner(tx, deps, { ...taken, takedownId, sentence }, { event: 'upheld' }, now);
  });
}
