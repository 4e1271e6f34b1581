import { cents } from '#contract/cents.ts';
import type { Database } from '../adapters/database/database.ts';
import { setAmountForTwo } from './books-store.ts';

/**
 * From now on acts above this amount need two admins; null: one is enough. Only the owner of the database may, so no admin
 * can lower the bar for themselves.
 */
export async function setSecondAdmin(
  ownerDatabase: Database,
  acts: 'payouts' | 'corrections',
  aboveCents: number | null,
): Promise<void> {
  await setAmountForTwo.run(ownerDatabase, {
    acts,
    aboveCents: aboveCents === null ? null : cents(aboveCents),
  });
}
