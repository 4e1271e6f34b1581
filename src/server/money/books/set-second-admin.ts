import { cents } from '#contract/cents.ts';
import type { Database } from '../../adapters/database/database.ts';
import type { Clock } from '../../foundation/clock.ts';
import { recordAdminAct } from '../../identity/record-admin-act.ts';
import { setAmountForTwo } from './books-store.ts';

interface Needs {
  readonly ownerDatabase: Database;
  readonly clock: Clock;
}

/**
 * Requires a second admin once an admin's own acts within 24 hours exceed this amount in cents; null turns that off.
 * Only the database's owner may call it, so that no admin can change their own limit.
 */
export async function setSecondAdmin(
  { ownerDatabase, clock }: Needs,
  acts: 'payouts' | 'corrections',
  aboveCents: number | null,
): Promise<void> {
  const details = aboveCents === null ? { acts, above: 'off' } : { acts, cents: aboveCents };
  await ownerDatabase.transaction(async (tx) => {
    await setAmountForTwo.run(tx, { acts, aboveCents: aboveCents === null ? null : cents(aboveCents) });
    await recordAdminAct(
      tx,
      { event: 'second_admin_set', userId: null, actorId: null, details },
      clock.now(),
    );
  });
}
