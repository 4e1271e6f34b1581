import { cents } from '#contract/cents.ts';
import { dayMilliseconds } from '#contract/day-milliseconds.ts';
import type { Cents } from '#contract/primitives.ts';
import type { Queryable, Transaction } from '../../adapters/database/database.ts';
import type { Dependencies } from '../../dependencies.ts';
import { countReward, forgetRewards, rewardsOfDay, standsInBudget, uncountReward } from './pay-store.ts';
import { longestWait } from './review-wait-rules.ts';

type Needs = Pick<Dependencies, 'config' | 'clock'>;

const dayOf = (moment: Date) => moment.toISOString().slice(0, 10);

/** What was paid for reviews today (UTC), and the daily budget; null if there is none. */
export async function rewardsToday({
  database,
  config,
  clock,
}: Pick<Dependencies, 'database' | 'config' | 'clock'>): Promise<{
  paidCents: Cents;
  budgetCents: Cents | null;
}> {
  const { paid } = await rewardsOfDay.only(database, { day: dayOf(clock.now()) });
  return {
    paidCents: paid,
    budgetCents: config.rewardsADayCents === 0 ? null : cents(config.rewardsADayCents),
  };
}

interface Due {
  readonly listenerId: string;
  readonly createdAt: Date;
  readonly rewardCents: number;
}

/**
 * Whether today's reward budget is used up. Concurrent approvals may exceed it by a few rewards: it only slows payment, and no
 * listener loses money by it. After 30 days a review no longer waits for it.
 */
export async function isBudgetSpent(
  db: Queryable,
  { config, clock }: Needs,
  { listenerId, createdAt, rewardCents }: Due,
): Promise<boolean> {
  const now = clock.now();
  if (config.rewardsADayCents === 0) return false;
  if (now.getTime() - createdAt.getTime() >= longestWait) return false;
  if ((await rewardsOfDay.only(db, { day: dayOf(now) })).paid + rewardCents <= config.rewardsADayCents)
    return false;
  return (await standsInBudget.only(db, { listenerId })).stands;
}

/** Counts a review that was just approved, by the rules or by a person, in its transaction. */
export async function countInBudget(
  tx: Transaction,
  { clock }: Pick<Dependencies, 'clock'>,
  reviewId: string,
): Promise<void> {
  await countReward.run(tx, { reviewId, day: dayOf(clock.now()) });
}

/** Removes a review whose approval was undone, in its transaction. */
export async function uncountInBudget(tx: Transaction, reviewId: string): Promise<void> {
  await uncountReward.run(tx, { reviewId });
}

/** Deletes old days. Their budgets are not used anymore. */
export async function sweepRewards({
  database,
  clock,
}: Pick<Dependencies, 'database' | 'clock'>): Promise<void> {
  await forgetRewards.run(database, { before: dayOf(new Date(clock.now().getTime() - dayMilliseconds)) });
}
