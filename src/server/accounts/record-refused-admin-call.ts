import type { RefusalCode } from '#contract/errors.ts';
import { takeFromLimit } from '../adapters/limits/rate-limit.ts';
import type { Dependencies } from '../dependencies.ts';
import { recordAdminAct } from './record-admin-act.ts';

/**
 * Enough to see that somebody tries without flooding the record. One read is enough: opening an admin page by chance is a
 * handful of them.
 */
const recordedAnHour = { read: 1, act: 20 } as const;

export interface RefusedAdminCall {
  readonly userId: string;
  /** The call of the contract, for example `admin.decidePayout`. */
  readonly call: string;
  readonly code: RefusalCode;
  /** Whether it would only have read something. */
  readonly isRead: boolean;
}

/** Records that a user was refused what only admins may do, or an admin what that admin may not. */
export async function recordRefusedAdminCall(
  { database, clock }: Pick<Dependencies, 'database' | 'clock'>,
  { userId, call, code, isRead }: RefusedAdminCall,
): Promise<void> {
  const now = clock.now();
  const kind = isRead ? 'read' : 'act';
  const bucket = `refused admin ${kind}s of ${userId}`;
  const { taken } = await takeFromLimit(database, bucket, recordedAnHour[kind], 3600, now);
  if (!taken) return;
  const act = { event: 'admin_call_refused', userId, actorId: null, details: { call, code } } as const;
  await database.transaction((tx) => recordAdminAct(tx, act, now));
}
