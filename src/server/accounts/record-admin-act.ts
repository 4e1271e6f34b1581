import type { ActivityEvent } from '#contract/accounts/activity-events.ts';
import type { Transaction } from '../adapters/database/database.ts';
import { recordAudit } from './audit-store.ts';

export interface AdminAct {
  readonly event: ActivityEvent;
  /** The user whom it concerns; null where it concerns everybody. */
  readonly userId: string | null;
  /** The admin who does it; null for the operator and for the audit of the books. */
  readonly actorId: string | null;
  readonly details?: Readonly<Record<string, string | number>>;
}

/** Records what an admin does, in the transaction that does it. */
export const recordAdminAct = (tx: Transaction, act: AdminAct, now: Date) => recordAudit(tx, { ...act, now });
