import type { ActivityEvent } from '#contract/activity.ts';
import type { Transaction } from '../adapters/database/database.ts';
import { recordAudit } from './audit-store.ts';

export interface AdminAct {
  readonly event: ActivityEvent;
  /** The user whom it concerns. */
  readonly userId: string;
  /** The admin who does it. */
  readonly actorId: string;
  readonly details?: Readonly<Record<string, string | number>>;
}

/** Records what an admin does, in the transaction that does it. */
export const recordAdminAct = (tx: Transaction, act: AdminAct, now: Date) => recordAudit(tx, { ...act, now });
