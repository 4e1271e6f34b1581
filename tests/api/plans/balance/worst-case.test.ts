import { afterAll, beforeAll, expect, test } from 'vitest';
import { packs, plans, rewardPerReview, trustedRewardPerReview } from '#contract/business-rules.ts';
import { mostOfHouse } from '#server/plans/balance/balance-rules.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/world/database.ts';
import { sqlRow } from '#tests/support/world/sql.ts';

// What is left of a payment, in cents, if everything it brought is used at the highest reward: a tax of 27% included in the
// price, the card's fee, and services that take a fifth of what is sent to listeners. Refunds and disputes are apart.

const taxShare = 0.27;
/** Of a foreign card, with a subscription. */
const cardShare = 0.029 + 0.015 + 0.007;
const cardCents = 30;
const payoutCostShare = 0.2;
/** Nothing brings first listens yet. */
const firstListens = 0;
const firstListenCents = 8;

interface Bought {
  readonly price: number;
  readonly reviews: number;
}
function leftAtWorst({ price, reviews }: Bought): number {
  const paidReviews = (reviews + mostOfHouse(reviews)) * trustedRewardPerReview;
  const toListeners = (paidReviews + firstListens * firstListenCents) * (1 + payoutCostShare);
  return price / (1 + taxShare) - cardShare * price - cardCents - toListeners;
}
const ofPlan = ({ pricePerMonth, includedReviews }: (typeof plans)[keyof typeof plans]): Bought => ({
  price: pricePerMonth,
  reviews: includedReviews,
});

test.each([
  ['Indie', ofPlan(plans.basic)],
  ['Major', ofPlan(plans.pro)],
  ['Icon', ofPlan(plans.unlimited)],
  ['ten reviews', packs.ten],
  ['twenty reviews', packs.twenty],
])('%s loses nothing at its worst', (_, bought) => {
  expect(leftAtWorst(bought)).toBeGreaterThanOrEqual(0);
});

test('a bigger plan costs no more for a review, and no plan more than a pack', () => {
  const each = [plans.unlimited, plans.pro, plans.basic].map(ofPlan).concat(packs.twenty, packs.ten);
  const prices = each.map(({ price, reviews }) => price / reviews);
  expect(prices).toEqual(prices.toSorted((a, b) => a - b));
});

test('the trial costs at most its reviews and a tenth more', () => {
  expect(leftAtWorst(ofPlan(plans.icon))).toBe(-30 - 66 * 25 * 1.2);
});

let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase();
});
afterAll(() => db.drop());

test('the ledger pays the rewards that these sums count with', async () => {
  const rates = 'select reward_cents::int as reward, trusted_reward_cents::int as trusted from ledger.rates';
  expect(await sqlRow(db.ownerDatabase, rates)).toEqual({
    reward: rewardPerReview,
    trusted: trustedRewardPerReview,
  });
});
