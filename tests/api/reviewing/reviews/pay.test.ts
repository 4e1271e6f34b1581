import { afterAll, beforeAll, expect, test } from 'vitest';
import { cents } from '#contract/cents.ts';
import { api } from '#contract/index.ts';
import { approveReview } from '#server/money/wallet/settle-review.ts';
import { readPay } from '#server/reviewing/reviews/read-pay.ts';
import { toldProvider } from '#tests/support/people/payouts.ts';
import { type Earshot, startEarshot } from '#tests/support/world/earshot.ts';
import { aReview } from '#tests/support/world/rows.ts';
import { sql } from '#tests/support/world/sql.ts';

const provider = toldProvider();
let earshot: Earshot;
beforeAll(async () => {
  earshot = await startEarshot({}, { transferProviders: [provider] });
});
afterAll(() => earshot.close());

const owner = () => earshot.testDatabase.ownerDatabase;
const aListener = async () => (await earshot.signIn({ userType: 'listener' })).userId;
const median = async () => (await readPay(earshot.deps)).medianCentsPerHour;

/** Reviews that took so many minutes each, from serving to sending. */
async function sent(listenerId: string, reviews: number, minutes: number, status = 'approved') {
  for (let review = 0; review < reviews; review += 1) {
    const { id } = await aReview(owner(), { listenerId });
    await sql(
      owner(),
      `insert into leases (listener_id, track_id, served_at, leased_until, closed_at, outcome)
       select listener_id, track_id, created_at - $2 * interval '1 minute', created_at, created_at, 'reviewed'
         from reviews where id = $1`,
      [id, minutes],
    );
    if (status === 'approved')
      await earshot.testDatabase.database.transaction((tx) =>
        approveReview(tx, { reviewId: id, decidedBy: null }),
      );
    if (status === 'rejected')
      await sql(
        owner(),
        "update reviews set status = 'rejected', decided_at = now(), decision_reason = 'Copied.' where id = $1",
        [id],
      );
  }
}

test('everyone may read the pay, and before there are enough reviews it has no median', async () => {
  expect(await earshot.nobody.get(api.reviews.readPay, {})).toEqual({
    medianCentsPerHour: null,
    reviewsADay: 10,
    firstPayoutCents: 500,
  });
});

test('where every destination waits for more, the first payout takes that much', async () => {
  const transferProviders = [{ ...provider, sendsFrom: new Map([['DE', cents(2000)]]) }];
  expect(await readPay({ ...earshot.deps, transferProviders })).toMatchObject({ firstPayoutCents: 2000 });
});

test('from 200 approved reviews of 30 days on, the median is over listeners and all time they spent', async () => {
  const [slow, usual, fast, test_, sample] = await Promise.all(Array.from({ length: 5 }, aListener));
  await sql(owner(), 'update users set is_test = true where id = $1', [test_]);
  await sql(owner(), "update users set email_normalized = $1 || '@sample.invalid' where id = $1::uuid", [
    sample,
  ]);
  // Neither accounts of tests and samples nor pending and old reviews count.
  await sent(String(test_), 5, 1);
  await sent(String(sample), 5, 1);
  await sent(String(usual), 20, 2);
  // Half of the time was for reviews that paid nothing.
  await sent(String(usual), 20, 2, 'rejected');
  await sent(String(usual), 5, 60, 'pending');
  await sent(String(slow), 10, 9);
  await sent(String(fast), 169, 1);
  expect(await median()).toBeNull();
  await sent(String(fast), 1, 1);
  expect(await median()).toBe(225);
  earshot.clock.advance(31 * 24 * 3600);
  expect(await median()).toBeNull();
});
