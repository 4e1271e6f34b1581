import type { Dependencies } from '../dependencies.ts';
import { refuse } from '../foundation/refusals.ts';
import { accountSuspendedMail, suspensionLiftedMail } from './emails/account-mails.ts';
import { queueMail } from './emails/queue-mail.ts';
import { recordAdminAct } from './record-admin-act.ts';
import { endSessionsOf } from './sessions-store.ts';
import { lockUserIfThere, setSuspended } from './users-store.ts';

export interface Suspension {
  readonly userId: string;
  readonly suspended: boolean;
  /** Logged, shown to other admins while the suspension lasts, and emailed to the user who is suspended. */
  readonly reason: string;
}

/**
 * Suspends a user, or lifts the suspension, and tells them by email. All sessions end in the same transaction, and the
 * database notifies every server, which closes the user's connections. Existing reviews and tracks stay as they are. A
 * suspended user cannot sign in, so they appeal by writing to the address for support.
 * @throws Refusal not_found, own_suspension
 */
export function setSuspension(
  { database, clock, config }: Pick<Dependencies, 'database' | 'clock' | 'config'>,
  actorId: string,
  { userId, suspended, reason }: Suspension,
): Promise<{ suspendedAt: string | null }> {
  if (userId === actorId) refuse('own_suspension');
  const now = clock.now();
  return database.transaction(async (tx) => {
    const { suspendedAt: before, address } = (await lockUserIfThere(tx, userId)) ?? refuse('not_found');
    const isSo = (before !== null) === suspended;
    if (isSo) return { suspendedAt: before?.toISOString() ?? null };
    const suspendedAt = suspended ? now : null;
    await setSuspended(tx, { userId, suspendedAt, reason: suspended ? reason : null });
    if (suspended) await endSessionsOf(tx, userId, null, 'suspended', now);
    const event = suspended ? 'user_suspended' : 'suspension_lifted';
    await recordAdminAct(tx, { event, userId, actorId, details: { reason } }, now);
    const mail = suspended
      ? accountSuspendedMail(config.supportEmail, reason)
      : suspensionLiftedMail(config.publicUrl);
    if (address !== null) await queueMail(tx, { name: '', address }, mail, now);
    return { suspendedAt: suspendedAt?.toISOString() ?? null };
  });
}
