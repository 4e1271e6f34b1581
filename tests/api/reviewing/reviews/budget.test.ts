import { afterAll, beforeAll, expect, test } from 'vitest';
import { approveDueReviews } from '#server/reviewing/reviews/approve-due-reviews.ts';
import { rewardsToday } from '#server/reviewing/reviews/rewards-today.ts';
import { type Earshot, startEarshot } from '#tests/support/world/earshot.ts';
import { aReview } from '#tests/support/world/rows.ts';
import { sql, sqlRow } from '#tests/support/world/sql.ts';

const day = 24 * 3600;

let earshot: Earshot;
beforeAll(async () => {
  earshot = await startEarshot();
});
afterAll(() => earshot.close());

const owner = () => earshot.testDatabase.ownerDatabase;

test('the daily budget uses the product’s clock, and leaves out test and sample accounts', async () => {
  const config = { ...earshot.deps.config, rewardsADayCents: 20 };
  const withBudget = { ...earshot.deps, config };
  const dueNow = async (kind: 'real' | 'test' | 'sample') => {
    const person = await earshot.signIn({ userType: 'listener' });
    if (kind === 'test') await sql(owner(), 'update users set is_test = true where id = $1', [person.userId]);
    if (kind === 'sample')
      await sql(owner(), "update users set email_normalized = id || '@sample.invalid' where id = $1", [
        person.userId,
      ]);
    const createdAt = earshot.clock.now();
    const { id } = await aReview(owner(), { listenerId: person.userId, createdAt });
    await sql(owner(), "update reviews set waits_for = 'person', due_at = $2 where id = $1", [id, createdAt]);
    earshot.clock.advance(1);
    return id;
  };
  const statusOf = async (id: string) =>
    (await sqlRow(owner(), 'select status from reviews where id = $1', [id])).status;
  // A new day by the product's clock; the database's own date stays where it is.
  earshot.clock.advance(day);
  expect((await rewardsToday(withBudget)).paidCents).toBe(0);

  const apart = [await dueNow('test'), await dueNow('sample')];
  const first = await dueNow('real');
  await approveDueReviews(withBudget);
  for (const id of [...apart, first]) expect(await statusOf(id)).toBe('approved');
  expect((await rewardsToday(withBudget)).paidCents).toBe(15);

  const second = await dueNow('real');
  const further = [await dueNow('test'), await dueNow('sample')];
  await approveDueReviews(withBudget);
  expect(await statusOf(second)).toBe('pending');
  for (const id of further) expect(await statusOf(id)).toBe('approved');

  earshot.clock.advance(day);
  await approveDueReviews(withBudget);
  expect(await statusOf(second)).toBe('approved');
  expect((await rewardsToday(withBudget)).paidCents).toBe(15);
});
