import type { Dependencies } from '../../dependencies.ts';
import { refuse } from '../../refusals.ts';
import { recordAdminAct } from '../record-admin-act.ts';
import { lockUserIfThere } from '../users-store.ts';
import { liftRefusal } from './refused-emails-store.ts';

/**
 * Sends notices to an account's address again after an email was refused for good; once for each refusal. What was refused
 * is not sent: its text is gone.
 * @throws Refusal not_found
 */
export function allowEmails(
  { database, clock }: Pick<Dependencies, 'database' | 'clock'>,
  actorId: string,
  userId: string,
): Promise<void> {
  const now = clock.now();
  return database.transaction(async (tx) => {
    if (!(await lockUserIfThere(tx, userId))) refuse('not_found');
    if ((await liftRefusal.run(tx, { userId, now })) === 0) return;
    await recordAdminAct(tx, { event: 'emails_allowed', userId, actorId }, now);
  });
}
