import type { Takedown } from '#contract/takedown.ts';
import type { Dependencies } from '../../foundation/dependencies.ts';
import { refuse } from '../../foundation/refusals.ts';
import { mailAdmins } from '../../identity/emails/mail-admins.ts';
import { takedownAnsweredMail } from '../../identity/emails/takedown-mails.ts';
import { keepAnswer, lockTakedown, toldTakedown } from './takedowns-store.ts';

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
    await keepAnswer.run(tx, { takedownId, answer, now });
    const mail = takedownAnsweredMail(config.publicUrl, { ...taken, answer });
    await mailAdmins(tx, mail, now, `takedown-answered:${takedownId}`);
    return (await toldTakedown.only(tx, { thingId: taken.thingId })).takedown;
  });
}
