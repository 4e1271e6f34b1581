import { cents } from '#contract/cents.ts';
import type { Cents } from '#contract/primitives.ts';
import type { Dependencies } from '../dependencies.ts';
import { rewardsOfToday } from './judging-store.ts';

/** What was paid for reviews today, beside the budget of a day; null where there is none. */
export async function rewardsToday({
  database,
  config,
}: Pick<Dependencies, 'database' | 'config'>): Promise<{ paidCents: Cents; budgetCents: Cents | null }> {
  const { paid } = await rewardsOfToday.only(database, {});
  return {
    paidCents: paid,
    budgetCents: config.rewardsADayCents === 0 ? null : cents(config.rewardsADayCents),
  };
}
