import type { RefusalCode } from '#contract/errors.ts';
import type { ActivityDetails } from '#contract/identity/activity-details.ts';
import type { ActivityEvent } from '#contract/identity/activity-events.ts';
import type { Transaction } from '../adapters/database/database.ts';
import { takeFromLimit } from '../adapters/database/rate-limit.ts';
import type { Dependencies } from '../dependencies.ts';
import { recordAudit } from './audit-store.ts';

export interface AdminAct {
  readonly event: ActivityEvent;
  /** The user it is about; null if it is about every user. */
  readonly userId: string | null;
  /** The admin; null for the operator and for the ledger audit. */
  readonly actorId: string | null;
  readonly details?: ActivityDetails;
}

/** Logs an admin's act, in its transaction. */
export const recordAdminAct = (tx: Transaction, act: AdminAct, now: Date) => recordAudit(tx, { ...act, now });

/**
 * Entries per hour: enough to notice an attempt without flooding the log. One read suffices, as opening an admin page
 * makes several calls.
 */
const recordedAnHour = { read: 1, act: 20 } as const;

export interface RefusedAdminCall {
  readonly userId: string;
  /** The call of the contract, for example `admin.decidePayout`. */
  readonly call: string;
  readonly code: RefusalCode;
  /** Whether the call only reads. */
  readonly isRead: boolean;
}

/** Logs that a user was refused an admin call, or an admin a call they may not make. */
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
