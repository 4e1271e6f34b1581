import type { Dependencies } from '../../foundation/dependencies.ts';
import { refuse } from '../../foundation/refusals.ts';
import { recordAdminAct } from '../record-admin-act.ts';
import { lockUserIfThere } from '../users-store.ts';
import { liftRefusal } from './refused-emails-store.ts';

/**
 * Resumes sending notices to an account's address after an email was permanently rejected. The rejected email itself is
 * not resent: its text is deleted.
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
