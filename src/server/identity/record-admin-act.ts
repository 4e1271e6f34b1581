import type { ActivityDetails } from '#contract/identity/activity-details.ts';
import type { ActivityEvent } from '#contract/identity/activity-events.ts';
import type { Transaction } from '../adapters/database/database.ts';
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
