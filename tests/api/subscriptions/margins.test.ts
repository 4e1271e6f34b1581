import { afterAll, beforeAll, expect, test } from 'vitest';
import { housePool, plans } from '#contract/business-rules.ts';
import { billedPlans } from '#server/subscriptions/plan-prices.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { sqlRow } from '#tests/support/sql.ts';

let testDatabase: TestDatabase;
beforeAll(async () => {
  testDatabase = await createTestDatabase();
});
afterAll(() => testDatabase.drop());

/** The dearest of all: a value added tax of 27 % inside the price, and what card payments cost. */
const highestTax = 0.27;
const cardFee = (cents: number) => cents * 0.029 + 30;
/** What it costs at most to bring a reward to its listener. */
const payoutCost = 0.2;

test.each(billedPlans)(
  'the plan %s earns more than it pays when every included review and the whole house pool are paid at the top rate',
  async (plan) => {
    const rates = await sqlRow(
      testDatabase.ownerDatabase,
      'select greatest(reward_cents, trusted_reward_cents)::int as top from ledger.rates',
    );
    const { pricePerMonth, includedReviews } = plans[plan];
    const rewards = (includedReviews + housePool(includedReviews)) * Number(rates.top);
    const received = pricePerMonth / (1 + highestTax) - cardFee(pricePerMonth);
    expect(rewards * (1 + payoutCost)).toBeLessThan(received);
  },
);
