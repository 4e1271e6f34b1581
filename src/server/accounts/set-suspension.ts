import type { Dependencies } from '../dependencies.ts';
import { refuse } from '../refusals.ts';
import { recordAdminAct } from './record-admin-act.ts';
import { endSessionsOf } from './sessions/sessions-store.ts';
import { lockUserIfThere, setSuspended } from './users-store.ts';

export interface Suspension {
  readonly userId: string;
  readonly suspended: boolean;
  /** Logged, and shown to other admins while the suspension lasts. */
  readonly reason: string;
}

/**
 * Suspends a user, or lifts the suspension. All sessions end in the same transaction, and the database notifies every
 * server, which closes the user's connections. Existing reviews and tracks stay as they are.
 * @throws Refusal not_found, own_suspension
 */
export function setSuspension(
  { database, clock }: Pick<Dependencies, 'database' | 'clock'>,
  actorId: string,
  { userId, suspended, reason }: Suspension,
): Promise<{ suspendedAt: string | null }> {
  if (userId === actorId) refuse('own_suspension');
  const now = clock.now();
  return database.transaction(async (tx) => {
    const { suspendedAt: before } = (await lockUserIfThere(tx, userId)) ?? refuse('not_found');
    const isSo = (before !== null) === suspended;
    if (isSo) return { suspendedAt: before?.toISOString() ?? null };
    const suspendedAt = suspended ? now : null;
    await setSuspended(tx, { userId, suspendedAt, reason: suspended ? reason : null });
    if (suspended) await endSessionsOf(tx, userId, null, 'suspended', now);
    const event = suspended ? 'user_suspended' : 'suspension_lifted';
    await recordAdminAct(tx, { event, userId, actorId, details: { reason } }, now);
    return { suspendedAt: suspendedAt?.toISOString() ?? null };
  });
}
