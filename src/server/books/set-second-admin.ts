import { cents } from '#contract/cents.ts';
import { recordAdminAct } from '../accounts/record-admin-act.ts';
import type { Clock } from '../adapters/clock/clock.ts';
import type { Database } from '../adapters/database/database.ts';
import { setAmountForTwo } from './books-store.ts';

interface Needs {
  readonly ownerDatabase: Database;
  readonly clock: Clock;
}

/**
 * From now on a second admin is needed once what one admin does alone within 24 hours passes this amount; null: one is enough.
 * Only the owner of the database may, so no admin can change it for themselves.
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
