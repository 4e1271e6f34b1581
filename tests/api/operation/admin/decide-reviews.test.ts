import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import type { ReviewDecision } from '#contract/operation/admin/admin-reviews.ts';
import type { ApiUser } from '#tests/support/people/api-user.ts';
import { earnedBy } from '#tests/support/people/reviewing.ts';
import { type Earshot, fixedStart, startEarshot } from '#tests/support/world/earshot.ts';
import { aRejectedReview, aReview, aTrack } from '#tests/support/world/rows.ts';
import { sql, sqlRow } from '#tests/support/world/sql.ts';

let earshot: Earshot;
let admin: ApiUser;
let other: ApiUser;
let listener: ApiUser;
let reviewId: string;

beforeAll(async () => {
  earshot = await startEarshot({}, { startsAt: fixedStart });
  admin = await earshot.signIn({ admin: true, displayName: 'Ari Admin' });
  other = await earshot.signIn({ admin: true, displayName: 'Olu Other' });
});
beforeEach(async () => {
  listener = await earshot.signIn({ userType: 'listener' });
  reviewId = await aPendingReview();
});
afterAll(async () => {
  expect(await sql(owner(), 'select * from ledger.audit()')).toEqual([]);
  await earshot.close();
});

const owner = () => earshot.testDatabase.ownerDatabase;
const aPendingReview = async (of = listener.userId) => (await aReview(owner(), { listenerId: of })).id;

const approved: ReviewDecision = { status: 'approved' };
const rejected: ReviewDecision = {
  status: 'rejected',
  reason: 'too_little',
  sentence: 'Please say something about the music itself.',
};
const decide = (by: ApiUser, decision: ReviewDecision = approved, id = reviewId) =>
  by.call(api.admin.decideReview, { params: { reviewId: id }, body: decision });
const undo = async (by: ApiUser, ...reviewIds: string[]) =>
  (await by.get(api.admin.undoReviewDecisions, { body: { reviewIds } })).outcomes.map(
    ({ outcome }) => outcome,
  );
const appeal = (by = listener) =>
  by.call(api.reviews.appealReview, { params: { reviewId }, body: { appeal: 'I did hear it to the end.' } });
const answerAppeal = (by: ApiUser, outcome: 'granted' | 'dismissed') =>
  by.call(api.admin.decideAppeal, {
    params: { reviewId },
    body: { outcome, sentence: 'Looked at it again.' },
  });
const statusOf = async (id = reviewId) =>
  (await sqlRow(owner(), 'select status from reviews where id = $1', [id])).status;
const available = async () => (await listener.get(api.wallet.readWallet, {})).availableCents;
const acts = async () =>
  (
    await sql(
      owner(),
      'select event from auth_audit where user_id = $1 and actor_id is not null order by id',
      [listener.userId],
    )
  ).map(({ event }) => event);
const mailOf = async () => {
  await sql(owner(), 'update graphile_worker._private_jobs set run_at = now()');
  await earshot.runJobs();
  const mails = await earshot.mailbox.list(1000);
  return mails.filter(({ to }) => to.address === `${listener.userId}@example.org`).map(({ text }) => text);
};

describe('a decision is rejected', () => {
  test('by the listener and the artist of the review, even if they are admins', async () => {
    const own = await earshot.signIn({ userType: 'listener', admin: true });
    expect((await decide(own, approved, await aPendingReview(own.userId))).code).toBe('own_decision');
    const { track } = await aReview(owner(), { listenerId: listener.userId });
    await sql(owner(), "insert into user_roles (user_id, role) values ($1, 'admin')", [track.artistId]);
    const artist = await earshot.signInAgain(track.artistId);
    const id = (await aReview(owner(), { track })).id;
    expect((await decide(artist, rejected, id)).code).toBe('own_decision');
    expect(await statusOf(id)).toBe('pending');
    await sql(owner(), "insert into user_roles (user_id, role) values ($1, 'user')", [track.artistId]);
  });

  test.each<[string, object]>([
    ['no reason', { status: 'rejected', sentence: 'Please say more.' }],
    ['an unpublished reason', { status: 'rejected', reason: 'mood', sentence: 'Please say more.' }],
    ['no sentence', { status: 'rejected', reason: 'copied', sentence: '  ' }],
    ['a sentence too long', { status: 'rejected', reason: 'copied', sentence: 'x'.repeat(501) }],
    ['another status', { status: 'reversed' }],
  ])('with %s', async (_what, body) => {
    const sent = await admin.fetch(`/api/admin/reviews/${reviewId}/decision`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    expect(sent.status).toBe(400);
    expect(await statusOf()).toBe('pending');
  });

  test('if it contradicts an earlier decision; repeating the same one changes nothing', async () => {
    expect((await decide(admin)).status).toBe(200);
    expect(await decide(other, rejected)).toMatchObject({
      code: 'already_decided',
      details: { status: 'approved' },
    });
    expect((await decide(other)).status).toBe(200);
    expect(await available()).toBe(15);
    expect(await acts()).toEqual(['review_approved']);
  });
});

test('if two admins decide at the same time, one succeeds, and the other sees that decision', async () => {
  for (let i = 0; i < 20; i += 1) {
    const id = await aPendingReview();
    const before = await available();
    const [one, two] = await Promise.all([decide(admin, approved, id), decide(other, rejected, id)]);
    expect([one.status, two.status].sort()).toEqual([200, 409]);
    const status = await statusOf(id);
    expect(one.status === 200 ? status : one.details.status).toBe(
      one.status === 200 ? 'approved' : 'rejected',
    );
    expect((await available()) - before).toBe(status === 'approved' ? 15 : 0);
  }
});

test('a bulk decision alongside single ones decides every review once and returns which ones it decided', async () => {
  const ids = [
    await aPendingReview(),
    await aPendingReview(),
    await aPendingReview(),
    await aPendingReview(),
  ];
  const [bulk] = await Promise.all([
    admin.get(api.admin.decideReviews, { body: { reviewIds: ids, decision: approved } }),
    ...ids.slice(0, 2).map((id) => decide(other, rejected, id)),
  ]);
  const statuses = await Promise.all(ids.map((id) => statusOf(id)));
  const expected = statuses.map((status) => (status === 'approved' ? 'done' : 'already_decided'));
  expect(bulk.outcomes.map(({ outcome }) => outcome)).toEqual(expected);
  expect(expected.slice(2)).toEqual(['done', 'done']);
  expect(await available()).toBe(15 * statuses.filter((status) => status === 'approved').length);
});

test('a bulk decision skips reviews that the admin may not decide and decides the rest', async () => {
  const own = await earshot.signIn({ userType: 'listener', admin: true });
  const ids = [randomUUID(), await aPendingReview(own.userId), reviewId, reviewId];
  const { outcomes } = await own.get(api.admin.decideReviews, {
    body: { reviewIds: ids, decision: rejected },
  });
  expect(outcomes.map(({ outcome }) => outcome)).toEqual(['not_found', 'own_decision', 'done']);
});

describe('undoing a decision', () => {
  test('is possible for the admin who rejected: the review is pending again and counts for its track', async () => {
    await decide(admin, rejected);
    expect(await undo(other, reviewId)).toEqual(['already_decided']);
    expect(await undo(admin, reviewId)).toEqual(['done']);
    expect(await statusOf()).toBe('pending');
    expect((await decide(other)).status).toBe(200);
    expect(await acts()).toEqual(['review_rejected', 'review_decision_undone', 'review_approved']);
  });

  test('is not possible after the listener has appealed', async () => {
    await decide(admin, rejected);
    expect((await appeal()).status).toBe(200);
    expect(await undo(admin, reviewId)).toEqual(['already_decided']);
  });

  test('is possible for the admin who approved: the reward is taken back, and the review can be decided again', async () => {
    await decide(admin);
    expect(await undo(other, reviewId)).toEqual(['already_decided']);
    expect(await undo(admin, reviewId)).toEqual(['done']);
    expect(await undo(admin, reviewId)).toEqual(['already_decided']);
    expect(await available()).toBe(0);
    const waiting = await admin.get(api.admin.listReviewsToDecide, { query: { view: 'waiting' } });
    expect(waiting.items).toContainEqual(
      expect.objectContaining({ id: reviewId, status: 'pending', dueAt: expect.any(String), decision: null }),
    );
    expect((await listener.get(api.reviews.listOwnReviews, { query: {} })).items[0]).toMatchObject({
      status: 'pending',
      reason: null,
    });
    expect((await decide(other)).status).toBe(200);
    expect(await available()).toBe(15);
    expect(await undo(admin, reviewId)).toEqual(['already_decided']);
    expect(await acts()).toEqual(['review_approved', 'review_decision_undone', 'review_approved']);
    const { items } = await listener.get(api.wallet.listMovements, { query: {} });
    expect(items.map(({ kind, reason }) => [kind, reason])).toEqual([
      ['reward', null],
      ['reward_reversal', 'The approval was undone'],
      ['reward', null],
    ]);
  });

  test('of an approval lets the review be rejected, which can be appealed', async () => {
    await decide(admin);
    await undo(admin, reviewId);
    expect((await decide(admin, rejected)).status).toBe(200);
    expect((await appeal()).status).toBe(200);
    expect((await answerAppeal(other, 'granted')).status).toBe(200);
    expect(await available()).toBe(15);
    expect(await undo(other, reviewId)).toEqual(['already_decided']);
    expect(await available()).toBe(15);
  });

  test('of many approvals at once leaves each of them pending', async () => {
    const ids = [reviewId, await aPendingReview(), await aPendingReview()];
    await admin.get(api.admin.decideReviews, { body: { reviewIds: ids, decision: approved } });
    expect(await undo(admin, ...ids)).toEqual(['done', 'done', 'done']);
    expect(await Promise.all(ids.map((id) => statusOf(id)))).toEqual(['pending', 'pending', 'pending']);
    expect(await available()).toBe(0);
  });

  test('is not possible if the approval rules approved', async () => {
    await sql(owner(), 'select ledger.approve_review($1, null)', [reviewId]);
    expect(await undo(admin, reviewId)).toEqual(['already_decided']);
    expect(await available()).toBe(15);
  });

  test('of an approval returns its reward to the budget of the day', async () => {
    const paid = async () =>
      sqlRow(
        owner(),
        'select coalesce(sum(cents), 0)::int as cents from rewards_of_days where review_id = $1',
        [reviewId],
      );
    await decide(admin);
    expect(await paid()).toEqual({ cents: 15 });
    await undo(admin, reviewId);
    expect(await paid()).toEqual({ cents: 0 });
  });

  test('of an approval fails once its reward is in a payout', async () => {
    const paid = await aPendingReview();
    await decide(admin, approved, paid);
    await earnedBy(earshot, listener.userId, 33);
    await listener.get(api.wallet.requestPayout, { body: {}, idempotencyKey: randomUUID() });
    expect(await undo(admin, paid)).toEqual(['reward_spent']);
    expect(await statusOf(paid)).toBe('approved');
  });

  test.each([rejected, approved])('before the email is sent cancels the email: $status', async (decision) => {
    await decide(admin, decision);
    await undo(admin, reviewId);
    expect(await mailOf()).toEqual([]);
  });
});

describe('an appeal', () => {
  test('cannot be decided before it is made, nor by the admin who rejected the review', async () => {
    await decide(admin, rejected);
    expect((await answerAppeal(other, 'granted')).code).toBe('not_appealed');
    await appeal();
    expect((await answerAppeal(admin, 'granted')).code).toBe('same_admin');
  });

  test('that is granted approves and pays, once', async () => {
    await decide(admin, rejected);
    await appeal();
    const both = await Promise.all([answerAppeal(other, 'granted'), answerAppeal(other, 'granted')]);
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    expect((await answerAppeal(other, 'dismissed')).code).toBe('already_decided');
    expect(await available()).toBe(15);
    expect((await listener.get(api.reviews.listOwnReviews, { query: {} })).items[0]).toMatchObject({
      status: 'approved',
      reason: null,
      appeal: { outcome: 'granted', answer: 'Looked at it again.' },
    });
    expect(await mailOf()).toEqual([expect.stringContaining('Your appeal was granted')]);
  });

  test('that is dismissed makes the rejection final', async () => {
    await decide(admin, rejected);
    await appeal();
    expect((await answerAppeal(other, 'dismissed')).status).toBe(200);
    expect((await appeal()).code).toBe('cannot_appeal');
    expect((await answerAppeal(other, 'granted')).code).toBe('already_decided');
    expect(await available()).toBe(0);
    const [mail] = await mailOf();
    expect(mail).toContain('stays rejected');
  });

  test('can be decided by the rejecting admin if there is no other', async () => {
    await sql(
      owner(),
      "insert into user_roles (user_id, role) select user_id, 'user' from user_roles where user_id <> $1",
      [admin.userId],
    );
    await decide(admin, rejected);
    await appeal();
    expect((await answerAppeal(admin, 'granted')).status).toBe(200);
    await sql(owner(), "insert into user_roles (user_id, role) values ($1, 'admin')", [other.userId]);
  });
});

test('pending reviews are listed oldest first with their findings, searchable by name, and paged', async () => {
  const named = await earshot.signIn({ userType: 'listener', displayName: 'Zora Zimt' });
  const ids: string[] = [];
  for (let i = 0; i < 32; i += 1) {
    const createdAt = new Date(Date.now() - (40 - i) * 60_000);
    ids.push((await aReview(owner(), { listenerId: named.userId, createdAt })).id);
  }
  await sql(
    owner(),
    `insert into review_findings (review_id, rule, version, passed, detail)
     values ($1, 'network', 1, true, ''), ($1, 'variety', 2, false, '12 different words')`,
    [ids[0]],
  );
  const list = (query: { cursor?: string; search: string }) =>
    admin.get(api.admin.listReviewsToDecide, { query: { view: 'waiting', ...query } });
  const first = await list({ search: 'zora' });
  expect(first.items.map(({ id }) => id)).toEqual(ids.slice(0, 30));
  expect(first.items[0]?.findings.map(({ rule }) => rule)).toEqual(['variety', 'network']);
  const second = await list({ search: 'zora', cursor: first.nextCursor ?? '' });
  expect(second).toMatchObject({ items: [{ id: ids[30] }, { id: ids[31] }], nextCursor: null });
  expect((await list({ search: 'nobody is called so' })).items).toEqual([]);

  await decide(admin, rejected, ids[5]);
  const decided = await admin.get(api.admin.listReviewsToDecide, {
    query: { view: 'decided', search: 'zora' },
  });
  expect(decided.items).toMatchObject([
    { id: ids[5], decision: { by: 'Ari Admin', reason: 'It says too little about the music' } },
  ]);
});

test('decided reviews are searchable by listener and artist, and listed latest first in pages', async () => {
  const [writer, artist] = await Promise.all([
    earshot.signIn({ userType: 'listener', displayName: 'Wanda Weit' }),
    earshot.signIn({ userType: 'artist', displayName: 'Wanda Wolke' }),
  ]);
  const track = await aTrack(owner(), { artistId: artist.userId });
  const ids: string[] = [];
  for (let i = 0; i < 32; i += 1) {
    const of = i % 2 === 0 ? { listenerId: writer.userId } : { track };
    ids.unshift((await aRejectedReview(owner(), of)).id);
  }
  await aRejectedReview(owner());
  const list = (query: { cursor?: string; search: string }) =>
    admin.get(api.admin.listReviewsToDecide, { query: { view: 'decided', ...query } });
  const first = await list({ search: 'wanda' });
  expect(first.items.map(({ id }) => id)).toEqual(ids.slice(0, 30));
  const second = await list({ search: 'wanda', cursor: first.nextCursor ?? '' });
  expect(second).toMatchObject({ items: [{ id: ids[30] }, { id: ids[31] }], nextCursor: null });
});
