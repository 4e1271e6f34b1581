import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import type { ApiUser } from '#tests/support/people/api-user.ts';
import { completeApproved, readsPayout } from '#tests/support/people/payouts.ts';
import { earnedBy } from '#tests/support/people/reviewing.ts';
import { type Earshot, startEarshot } from '#tests/support/world/earshot.ts';
import { sql, sqlRow } from '#tests/support/world/sql.ts';

let earshot: Earshot;
let admin: ApiUser;
let second: ApiUser;
let listener: ApiUser;
let payoutId: string;
beforeAll(async () => {
  earshot = await startEarshot();
});
beforeEach(async () => {
  admin = await earshot.signIn({ admin: true });
  second = await earshot.signIn({ admin: true });
  listener = await earshot.signIn({ userType: 'listener' });
  await earnedBy(earshot, listener.userId, 34);
  payoutId = await request();
});
afterAll(async () => {
  expect(await sql(owner(), 'select * from ledger.audit()')).toEqual([]);
  expect(await sql(owner(), 'select * from audit_reviews()')).toEqual([]);
  await earshot.close();
});

const owner = () => earshot.testDatabase.ownerDatabase;
const once = () => ({ idempotencyKey: randomUUID() });
const sentence = 'Every text is made of random letters.';
const request = async () => (await listener.get(api.wallet.requestPayout, { body: {}, ...once() })).id;
const approve = (by = admin) =>
  by.call(api.admin.decidePayout, { params: { payoutId }, body: { status: 'completed' }, ...once() });
const withhold = (by = admin) =>
  by.call(api.admin.withholdPayout, { params: { payoutId }, body: { sentence } });
const appeal = (by = listener) =>
  by.call(api.wallet.appealWithheld, { params: { payoutId }, body: { appeal: 'I heard each one.' } });
const decide = (outcome: 'returned' | 'taken', by = second) =>
  by.call(api.admin.decideWithheld, { params: { payoutId }, body: { outcome, sentence } });
const wallet = () => listener.get(api.wallet.readWallet, {});
const balance = async (kind: string) =>
  Number(
    (
      await sqlRow(
        owner(),
        'select coalesce(sum(balance_cents), 0) as cents from ledger.accounts where listener_id = $1 and kind = $2',
        [listener.userId, kind],
      )
    ).cents,
  );
const statusOf = async () =>
  (await sqlRow(owner(), 'select status from payout_requests where id = $1', [payoutId])).status;
async function withheld(): Promise<void> {
  await readsPayout(admin, payoutId);
  expect((await withhold()).status).toBe(200);
}

test('an admin cannot approve a first payout before they open its row, alone or in bulk, nor with a reading of another admin', async () => {
  expect((await approve()).code).toBe('payout_unread');
  const bulk = { body: { payoutIds: [payoutId] } };
  expect((await admin.get(api.admin.approvePayouts, bulk)).outcomes).toEqual([
    { id: payoutId, outcome: 'payout_unread' },
  ]);
  await readsPayout(second, payoutId);
  expect((await approve()).code).toBe('payout_unread');
  await readsPayout(admin, payoutId);
  expect((await admin.get(api.admin.approvePayouts, bulk)).outcomes).toEqual([
    { id: payoutId, outcome: 'done' },
  ]);
  await completeApproved(earshot);
  await earnedBy(earshot, listener.userId, 34);
  payoutId = await request();
  expect((await approve()).status).toBe(200);
});

test('a row opens to three reviews that the payout pays, the same ones for everybody and every time', async () => {
  const opened = await Promise.all([admin, second, admin, second].map((by) => readsPayout(by, payoutId)));
  const ids = opened.map(({ answer }) => answer?.reviews.map(({ id }) => id).toSorted());
  expect(ids[0]).toHaveLength(3);
  expect(new Set(ids.map((each) => JSON.stringify(each))).size).toBe(1);
  expect(opened[0]?.answer).toMatchObject({ paidReviews: 34, pressedReviews: 0, foundNothing: 0 });
  expect((await readsPayout(listener, payoutId)).code).toBe('access_denied');
});

test('a payout also pays, and is read for, the reviews of a request that was canceled after a later one', async () => {
  await earnedBy(earshot, listener.userId, 34);
  const later = await request();
  await listener.get(api.wallet.cancelPayout, { params: { payoutId }, body: {}, ...once() });
  payoutId = await request();
  expect((await approve()).code).toBe('payout_unread');
  expect((await readsPayout(admin, payoutId)).answer).toMatchObject({ paidReviews: 34 });
  expect((await readsPayout(admin, later)).answer).toMatchObject({ paidReviews: 34 });
  expect((await withhold()).status).toBe(200);
});

test('withholding needs a reading, ends the payout and puts its money under review, once', async () => {
  expect((await withhold()).code).toBe('payout_unread');
  await readsPayout(admin, payoutId);
  const both = await Promise.all([withhold(), withhold(), withhold()]);
  expect(both.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(await statusOf()).toBe('rejected');
  expect([await balance('available'), await balance('pending'), await balance('under_review')]).toEqual([
    0, 0, 510,
  ]);
  expect((await wallet()).underReview).toMatchObject({ payoutId, amountCents: 510, sentence, appeal: null });
  expect((await approve()).code).toBe('already_decided');
  const entries = await sql(
    owner(),
    "select from ledger.transactions where source_id = $1 and kind = 'payout_withheld'",
    [payoutId],
  );
  expect(entries).toHaveLength(1);
});

test('an approval and a withholding at once: one wins', async () => {
  await readsPayout(admin, payoutId);
  await readsPayout(second, payoutId);
  const [approved, kept] = await Promise.all([approve(), withhold(second)]);
  expect([approved.status, kept.status].toSorted()).toEqual([200, 409]);
  if (kept.status === 200) return;
  expect(kept.details).toEqual({ status: 'approved' });
  // Undone, it can be withheld.
  await admin.get(api.admin.undoPayoutApprovals, { body: { payoutIds: [payoutId] } });
  expect((await withhold(second)).status).toBe(200);
});

test('a cancellation and a withholding at once: one wins', async () => {
  await readsPayout(admin, payoutId);
  const cancel = listener.call(api.wallet.cancelPayout, { params: { payoutId }, body: {}, ...once() });
  const [cancelled, kept] = await Promise.all([cancel, withhold()]);
  expect([cancelled.status, kept.status].toSorted()).toEqual([200, 409]);
  expect((await balance('available')) + (await balance('under_review'))).toBe(510);
});

test('while money is under review, no payout is requested or approved, and the account is not deleted', async () => {
  await earnedBy(earshot, listener.userId, 34);
  const other = await request();
  await withheld();
  await earnedBy(earshot, listener.userId, 34);
  const asked = await listener.call(api.wallet.requestPayout, { body: {}, ...once() });
  expect(asked.code).toBe('balance_under_review');
  payoutId = other;
  await readsPayout(admin, other);
  expect((await approve()).code).toBe('balance_under_review');
  expect((await withhold()).code).toBe('balance_under_review');
  const closed = await sqlRow(owner(), 'select ledger.close_wallet($1, 510, now()) as outcome', [
    listener.userId,
  ]);
  expect(closed.outcome).toBe('payout_pending');
});

test('a listener appeals once, within 14 days, and nobody else does it for them', async () => {
  expect((await appeal()).code).toBe('not_found');
  await withheld();
  expect((await appeal(await earshot.signIn({ userType: 'listener' }))).code).toBe('not_found');
  const twice = await Promise.all([appeal(), appeal()]);
  expect(twice.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  expect((await admin.get(api.admin.listWithheldPayouts, {})).items[0]).toMatchObject({
    payoutId,
    appeal: 'I heard each one.',
  });
});

test('returned, the money is available again, in the books once, and the listener is emailed', async () => {
  await withheld();
  await appeal();
  const both = await Promise.all([decide('returned'), decide('returned'), decide('returned', admin)]);
  expect(both.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect([await balance('available'), await balance('under_review')]).toEqual([510, 0]);
  expect((await wallet()).underReview).toBeNull();
  expect((await decide('taken')).code).toBe('already_decided');
  await earshot.runJobs();
  const notices = (await listener.get(api.accounts.listNotices, { query: {} })).items.map(
    ({ title }) => title,
  );
  expect(notices).toContain('$5.10 is back in your balance');
  expect(notices).toContain('Your payout of $5.10 is under review');
});

test('the money is taken back after the appeal, by another admin: every reward is reversed', async () => {
  await withheld();
  expect((await decide('taken')).code).toBe('appeal_open');
  await appeal();
  expect((await decide('taken', admin)).code).toBe('same_admin');
  const [taken, again] = await Promise.all([decide('taken'), decide('returned')]);
  expect([taken.status, again.status].toSorted()).toEqual([200, 409]);
  if (taken.status !== 200) return;
  expect([await balance('available'), await balance('under_review'), await balance('owed')]).toEqual([
    0, 0, 0,
  ]);
  const reviews = await sql(
    owner(),
    'select status, count(*)::int as count from reviews where listener_id = $1 group by 1',
    [listener.userId],
  );
  expect(reviews).toEqual([{ status: 'reversed', count: 34 }]);
  expect(await wallet()).toMatchObject({ totalEarningsCents: 0, underReview: null });
});

test('an admin whose track one of the reviews is about returns the money, or leaves it to another', async () => {
  await withheld();
  await appeal();
  const { artist } = await sqlRow(
    owner(),
    'select min(artist_id::text) as artist from reviews where listener_id = $1',
    [listener.userId],
  );
  await sql(owner(), "insert into user_roles (user_id, role) values ($1, 'admin')", [artist]);
  const ofTheTrack = await earshot.signInAgain(String(artist));
  expect((await decide('taken', ofTheTrack)).code).toBe('own_decision');
  expect((await decide('returned', ofTheTrack)).status).toBe(200);
});

test('300 reviews are taken back in one act, well within the time of a request', async () => {
  listener = await earshot.signIn({ userType: 'listener' });
  await earnedBy(earshot, listener.userId, 300);
  payoutId = await request();
  await withheld();
  await appeal();
  const started = performance.now();
  expect((await decide('taken')).status).toBe(200);
  expect(performance.now() - started).toBeLessThan(20_000);
  expect(await balance('available')).toBe(0);
});

test('after 14 days without an appeal, the same admin may take the money back', async () => {
  await withheld();
  earshot.clock.advance(14 * 86_400);
  listener = await earshot.signInAgain(listener.userId);
  expect((await appeal()).code).toBe('cannot_appeal');
  expect((await decide('taken', await earshot.signInAgain(admin.userId))).status).toBe(200);
  expect([await balance('available'), await balance('under_review')]).toEqual([0, 0]);
});
