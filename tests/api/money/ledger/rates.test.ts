import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  experience,
  minimumPayout,
  rewardPerReview,
  trustedRewardPerReview,
} from '#contract/business-rules.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/world/database.ts';
import { sql } from '#tests/support/world/sql.ts';

let testDatabase: TestDatabase;
beforeAll(async () => {
  testDatabase = await createTestDatabase();
});
afterAll(() => testDatabase.drop());

test('the ledger’s rates match the business rules: 15 cents a review, 25 for Trusted listeners, 500 cents minimum payout', async () => {
  const rates = await sql(
    testDatabase.ownerDatabase,
    `select reward_cents::integer as reward, trusted_reward_cents::integer as trusted,
            reward_xp_points::integer as experience,
            minimum_payout_cents::integer as minimum
       from ledger.rates`,
  );
  expect(rates).toEqual([
    {
      reward: rewardPerReview,
      trusted: trustedRewardPerReview,
      experience: experience.approvedReview,
      minimum: minimumPayout,
    },
  ]);
});
