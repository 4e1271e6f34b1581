import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { cents } from '#contract/cents.ts';
import { api } from '#contract/index.ts';
import type { ApiUser } from '#tests/support/people/api-user.ts';
import { aPayee, completeApproved, readsPayout } from '#tests/support/people/payouts.ts';
import { earnedBy } from '#tests/support/people/reviewing.ts';
import { type Earshot, startEarshot } from '#tests/support/world/earshot.ts';
import { aRejectedReview, aReview, aTrack } from '#tests/support/world/rows.ts';
import { sql, sqlRow } from '#tests/support/world/sql.ts';

// An account that shares a browser with the admin's is treated like the admin's own.

let earshot: Earshot;
let admin: ApiUser;
let other: ApiUser;
let listener: ApiUser;
let stranger: ApiUser;
let payoutId: string;
let paidReviewId: string;

beforeAll(async () => {
  earshot = await startEarshot();
});
beforeEach(async () => {
  admin = await earshot.signIn({ admin: true });
  other = await earshot.signIn({ admin: true });
  listener = await earshot.signIn({ userType: 'listener' });
  stranger = await earshot.signIn({ userType: 'listener' });
  await shareABrowser(admin, listener);
  await earnedBy(earshot, listener.userId, 40);
  await aPayee(earshot, listener.userId, { method: 'local', conduct: 'pays' });
  payoutId = await aRequest(listener);
  const paid = "select id from reviews where listener_id = $1 and status = 'approved' limit 1";
  paidReviewId = String((await sqlRow(owner(), paid, [listener.userId])).id);
});
afterAll(async () => {
  expect(await sql(owner(), 'select * from ledger.audit()')).toEqual([]);
  await earshot.close();
});

const owner = () => earshot.testDatabase.ownerDatabase;
const once = () => ({ idempotencyKey: randomUUID() });

async function shareABrowser(...users: readonly ApiUser[]): Promise<void> {
  const mark = randomUUID().slice(0, 22);
  for (const { userId } of users) {
    const row = `insert into evidence (user_id, kind, day, mark, first_at, last_at)
      values ($1, 'device', current_date, $2, now(), now())`;
    await sql(owner(), row, [userId, mark]);
  }
}
async function aRequest(of: ApiUser): Promise<string> {
  return (await of.get(api.wallet.requestPayout, { body: {}, ...once() })).id;
}
const statusOf = async (id: string) =>
  (await sqlRow(owner(), 'select status from payout_requests where id = $1', [id])).status;

const approve = async (by: ApiUser, id = payoutId) => {
  await readsPayout(by, id);
  return by.call(api.admin.decidePayout, {
    params: { payoutId: id },
    body: { status: 'completed' },
    ...once(),
  });
};
const correct = (by: ApiUser, amountCents: number) =>
  by.call(api.books.correctBalance, {
    params: { listenerId: listener.userId },
    body: { amountCents: cents(amountCents), reason: 'A payment that was counted twice.' },
    ...once(),
  });
const suspend = (by: ApiUser, suspended: boolean) =>
  by.call(api.admin.setSuspension, {
    params: { userId: listener.userId },
    body: { suspended, reason: 'For a test.' },
  });

test('an admin cannot decide about the money of an account that shares their browser', async () => {
  expect((await approve(admin)).code).toBe('own_decision');
  const rejected = { status: 'rejected', reason: 'No.' } as const;
  const params = { payoutId };
  expect((await admin.call(api.admin.decidePayout, { params, body: rejected, ...once() })).code).toBe(
    'own_decision',
  );
  expect((await correct(admin, 900)).code).toBe('own_decision');
  const reason = 'It was never sent to this address.';
  const undone = { body: { reason }, ...once() };
  const reversed = { params: { reviewId: paidReviewId }, ...undone };
  expect((await admin.call(api.books.reverseReview, reversed)).code).toBe('own_decision');
  expect((await admin.call(api.books.returnPayout, { params, ...undone })).code).toBe('own_decision');
  expect((await admin.call(api.books.confirmPayout, { params, body: {} })).code).toBe('own_decision');
  const lifted = { params: { listenerId: listener.userId }, body: { reason } };
  expect((await admin.call(api.admin.liftPayoutStop, lifted)).code).toBe('own_decision');
  expect(await statusOf(payoutId)).toBe('pending');

  expect((await approve(other)).status).toBe(200);
  await completeApproved(earshot);
  expect(await statusOf(payoutId)).toBe('completed');
});

test('the list of payouts says which ones another admin has to decide', async () => {
  const ownOf = async (by: ApiUser) => {
    const { items } = await by.get(api.admin.listPendingPayouts, { query: {} });
    return items.find(({ id }) => id === payoutId)?.isOwn;
  };
  expect([await ownOf(admin), await ownOf(other)]).toEqual([true, false]);
});

test('an admin cannot be the second to book a correction for a linked account', async () => {
  const { answer } = await correct(other, 50_000);
  expect(answer?.status).toBe('waiting');
  const decision = { params: { correctionId: answer?.id ?? '' }, body: { status: 'booked' as const } };
  expect((await admin.call(api.books.decideCorrection, { ...decision, ...once() })).code).toBe(
    'own_decision',
  );
  const third = await earshot.signIn({ admin: true });
  expect((await third.call(api.books.decideCorrection, { ...decision, ...once() })).status).toBe(200);
});

test('bulk approvals and their undoing leave out payouts of linked accounts, and say so', async () => {
  await earnedBy(earshot, stranger.userId, 40);
  const theirs = await aRequest(stranger);
  const payoutIds = [payoutId, theirs];
  const outcomes = [
    { id: payoutId, outcome: 'own_decision' },
    { id: theirs, outcome: 'done' },
  ];
  await readsPayout(admin, theirs);
  expect((await admin.get(api.admin.approvePayouts, { body: { payoutIds } })).outcomes).toEqual(outcomes);
  await approve(other);
  expect((await admin.get(api.admin.undoPayoutApprovals, { body: { payoutIds } })).outcomes).toEqual(
    outcomes,
  );
});

test('a bulk rejection leaves out payouts of linked accounts, and says so', async () => {
  await earnedBy(earshot, stranger.userId, 40);
  const theirs = await aRequest(stranger);
  const body = { payoutIds: [payoutId, theirs], reason: 'For a test.' };
  expect((await admin.get(api.admin.rejectPayouts, { body })).outcomes).toEqual([
    { id: payoutId, outcome: 'own_decision' },
    { id: theirs, outcome: 'done' },
  ]);
  expect([await statusOf(payoutId), await statusOf(theirs)]).toEqual(['pending', 'rejected']);
});

test('an admin cannot decide reviews by or for a linked account, and the list says so', async () => {
  const { id } = await aReview(owner(), { listenerId: listener.userId });
  const mine = await earshot.signIn({ userType: 'artist' });
  await shareABrowser(admin, mine);
  const { id: forMine } = await aReview(owner(), { track: await aTrack(owner(), { artistId: mine.userId }) });
  const { id: strange } = await aReview(owner(), { listenerId: stranger.userId });
  const decision = { status: 'approved' as const };
  for (const reviewId of [id, forMine]) {
    const { code } = await admin.call(api.admin.decideReview, { params: { reviewId }, body: decision });
    expect(code).toBe('own_decision');
  }
  const reviewIds = [id, forMine, strange];
  const decided = await admin.get(api.admin.decideReviews, { body: { reviewIds, decision } });
  expect(decided.outcomes.map(({ outcome }) => outcome)).toEqual(['own_decision', 'own_decision', 'done']);
  const { items } = await admin.get(api.admin.listReviewsToDecide, { query: { view: 'waiting' } });
  expect(items.filter(({ isOwn }) => isOwn).map((review) => review.id)).toEqual([id, forMine]);
  const { items: seen } = await other.get(api.admin.listReviewsToDecide, { query: { view: 'waiting' } });
  expect(seen.filter(({ isOwn }) => isOwn)).toEqual([]);
});

test('an admin cannot decide an appeal of a linked account, or undo what they decided before the link', async () => {
  const appealed = await aRejectedReview(owner(), { listenerId: listener.userId });
  const params = { reviewId: appealed.id };
  await listener.get(api.reviews.appealReview, { params, body: { appeal: 'I did hear it to the end.' } });
  const body = { outcome: 'granted' as const, sentence: 'Looked at it again.' };
  expect((await admin.call(api.admin.decideAppeal, { params, body })).code).toBe('own_decision');

  const { id } = await aReview(owner(), { listenerId: stranger.userId });
  await admin.get(api.admin.decideReview, { params: { reviewId: id }, body: { status: 'approved' } });
  await shareABrowser(admin, stranger);
  const undone = await admin.get(api.admin.undoReviewDecisions, { body: { reviewIds: [id] } });
  expect(undone.outcomes).toEqual([{ id, outcome: 'own_decision' }]);
});

test('an admin can suspend a linked account, but not lift its suspension', async () => {
  expect((await suspend(admin, true)).status).toBe(200);
  expect((await suspend(admin, false)).code).toBe('own_decision');
  expect((await suspend(other, false)).status).toBe(200);
});

describe('without another admin', () => {
  beforeEach(async () => {
    const others =
      "insert into user_roles (user_id, role, assigned_at) select user_id, 'user', now() from user_roles where user_id <> $1";
    await sql(owner(), others, [admin.userId]);
  });

  test('the only admin decides about a linked account, but never about their own', async () => {
    expect((await approve(admin)).status).toBe(200);
    const { id } = await aReview(owner(), { listenerId: admin.userId });
    const body = { status: 'approved' as const };
    const own = await admin.call(api.admin.decideReview, { params: { reviewId: id }, body });
    expect(own.code).toBe('own_decision');
  });

  test('a test account with the role does not change that', async () => {
    const second = await earshot.signIn({ admin: true });
    await sql(owner(), 'update users set is_test = true where id = $1', [second.userId]);
    expect((await approve(admin)).status).toBe(200);
  });

  test('an admin does not become the only one by suspending the other', async () => {
    const second = await earshot.signIn({ admin: true });
    const params = { userId: second.userId };
    const body = { suspended: true, reason: 'For a test.' };
    expect((await admin.call(api.admin.setSuspension, { params, body })).status).toBe(200);
    expect((await approve(admin)).code).toBe('own_decision');
  });
});

test('an admin who only decides is recognized by browser and mailbox', async () => {
  const mark = 'one-browser-of-both---';
  const decides = await earshot.signIn({ admin: true }, '127.0.0.1', mark);
  const secondAccount = await earshot.signIn({ userType: 'listener' }, '127.0.0.1', mark);
  const { id: trackId } = await aTrack(owner());
  await secondAccount.get(api.listening.nextTrack, { body: { trackId } });
  const { id } = await aReview(owner(), { listenerId: secondAccount.userId });
  const decision = { params: { reviewId: id }, body: { status: 'approved' as const } };
  expect((await decides.call(api.admin.decideReview, decision)).code).toBe('own_decision');
  const kinds = 'select kind from admin_marks where user_id = $1 order by kind';
  expect(await sql(owner(), kinds, [decides.userId])).toEqual([{ kind: 'device' }, { kind: 'mailbox' }]);
  // Nobody becomes suspicious because an admin works at the same computer.
  expect(await sql(owner(), 'select from evidence where user_id = $1', [decides.userId])).toEqual([]);
  expect((await other.call(api.admin.decideReview, decision)).status).toBe(200);
});

test.each([
  ['test', 'is_test = true'],
  ['sample', "email_normalized = id || '@sample.invalid'"],
])(
  'a %s account is not linked, so one admin can try payouts and reviews in one browser',
  async (_, change) => {
    await sql(owner(), `update users set ${change} where id = $1`, [stranger.userId]);
    await shareABrowser(admin, stranger);
    const { id } = await aReview(owner(), { listenerId: stranger.userId });
    const body = { status: 'approved' as const };
    expect((await admin.call(api.admin.decideReview, { params: { reviewId: id }, body })).status).toBe(200);
  },
);
