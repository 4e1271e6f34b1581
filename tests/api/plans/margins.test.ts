import { afterAll, beforeAll, expect, test } from 'vitest';
import { housePool, type Plan, plans } from '#contract/business-rules.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/world/database.ts';
import { sqlRow } from '#tests/support/world/sql.ts';

// The worst case of a period: every included review and all of the house pool at the top rate of the ledger, and services
// that take a fifth of what is sent to listeners.

let db: TestDatabase;
let topRateCents: number;
beforeAll(async () => {
  db = await createTestDatabase();
  const rates = await sqlRow(
    db.ownerDatabase,
    'select greatest(reward_cents, trusted_reward_cents)::integer as top from ledger.rates',
  );
  topRateCents = Number(rates.top);
});
afterAll(() => db.drop());

const payoutCostShare = 0.2;

function worstCostCents(plan: Plan): number {
  const { includedReviews } = plans[plan];
  return Math.ceil((includedReviews + housePool(includedReviews)) * topRateCents * (1 + payoutCostShare));
}

const keptOf = (plan: Plan, taxPercent: number): number =>
  Math.floor((plans[plan].pricePerMonth * 100) / (100 + taxPercent));

test.each([
  ['basic', 0, 2180],
  ['basic', 27, 1563],
  ['pro', 0, 1300],
  ['pro', 27, 258],
  ['unlimited', 0, 2700],
  ['unlimited', 27, 595],
] as const)(
  'a period of %s covers its worst-case costs, with a tax of %i %% included in the price',
  (plan, taxPercent, left) => {
    expect(keptOf(plan, taxPercent) - worstCostCents(plan)).toBe(left);
    expect(left).toBeGreaterThan(0);
  },
);

test('the trial costs at most its included reviews and their house pool', () => {
  expect(worstCostCents('icon')).toBe(2160);
});
