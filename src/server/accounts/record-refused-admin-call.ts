import type { RefusalCode } from '#contract/errors.ts';
import { takeFromLimit } from '../adapters/limits/rate-limit.ts';
import type { Dependencies } from '../dependencies.ts';
import { recordAdminAct } from './record-admin-act.ts';

/** Enough to see that somebody tries; a flood of tries does not flood the record. */
const recordedAnHour = 20;

export interface RefusedAdminCall {
  readonly userId: string;
  /** The call of the contract, for example `admin.decidePayout`. */
  readonly call: string;
  readonly code: RefusalCode;
}

/** Records that somebody was refused what only admins may do, or an admin what that admin may not. */
export async function recordRefusedAdminCall(
  { database, clock }: Pick<Dependencies, 'database' | 'clock'>,
  { userId, call, code }: RefusedAdminCall,
): Promise<void> {
  const now = clock.now();
  const bucket = `refused admin calls of ${userId}`;
  const { taken } = await takeFromLimit(database, bucket, recordedAnHour, 3600, now);
  if (!taken) return;
  const act = { event: 'admin_call_refused', userId, actorId: null, details: { call, code } } as const;
  await database.transaction((tx) => recordAdminAct(tx, act, now));
}
