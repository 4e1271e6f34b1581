import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Queryable } from '#server/adapters/database/database.ts';
import { alarmsOf } from '#tests/support/people/alarms.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/world/database.ts';
import { aListener, anAdmin, aPerson, aReview, type ReviewRow } from '#tests/support/world/rows.ts';
import { sql, sqlRow } from '#tests/support/world/sql.ts';
import { approve, decide, reject, request, reverse, setReward, takeBack, walletOf } from './ledger-calls.ts';

let db: TestDatabase;
let app: Queryable;
let owner: Queryable;
let admin: string;
let review: ReviewRow;

beforeAll(async () => {
  db = await createTestDatabase();
  [app, owner] = [db.database, db.ownerDatabase];
  admin = await anAdmin(owner);
});
beforeEach(async () => {
  await setReward(owner, 15);
  review = await aReview(owner, { rating: 5 });
});
afterAll(async () => {
  expect(await alarmsOf(db.auditDatabase)).toEqual([]);
  await db.drop();
});

const earnings = (listener: string) =>
  sqlRow(
    owner,
    'select reviews_completed, total_earnings_cents, xp_points from profiles where user_id = $1',
    [listener],
  );
const stars = (track: string) =>
  sqlRow(owner, 'select review_count, rating_sum from artist_tracks where id = $1', [track]);

test('the listener, the artist and other users without the admin role cannot decide a review', async () => {
  const { id, listenerId, track } = review;
  for (const decision of [approve, reject, reverse]) {
    expect(await decision(app, id, await aPerson(owner))).toMatchObject({ outcome: 'not_admin' });
    expect(await decision(app, id, listenerId)).toMatchObject({ outcome: 'not_admin' });
    expect(await decision(app, randomUUID(), admin)).toMatchObject({ outcome: 'missing' });
  }
  await sql(owner, "insert into user_roles (user_id, role) values ($1, 'admin'), ($2, 'admin')", [
    listenerId,
    track.artistId,
  ]);
  for (const decision of [approve, reject, reverse]) {
    expect(await decision(app, id, listenerId)).toMatchObject({ outcome: 'own' });
    expect(await decision(app, id, track.artistId)).toMatchObject({ outcome: 'own' });
  }
  expect(await walletOf(owner, listenerId)).toBeNull();
});

test('a former admin cannot decide: the latest role counts', async () => {
  const former = await anAdmin(owner);
  await sql(owner, "insert into user_roles (user_id, role) values ($1, 'user')", [former]);
  expect(await approve(app, review.id, former)).toMatchObject({ outcome: 'not_admin' });
});

test('the rules can approve and reject, but not reverse', async () => {
  expect(await approve(app, review.id, null)).toMatchObject({ outcome: 'done' });
  expect(await reverse(app, review.id, null)).toMatchObject({ outcome: 'not_admin' });
  expect(await reject(app, (await aReview(owner)).id, null)).toMatchObject({ outcome: 'done' });
});

test('an approval pays 15 cents and counts for the listener, once', async () => {
  const done = { earned_cents: 15, status: 'approved' };
  expect(await approve(app, review.id, admin)).toEqual({ outcome: 'done', ...done });
  expect(await approve(app, review.id, admin)).toEqual({ outcome: 'already', ...done });
  expect(await approve(app, review.id, null)).toEqual({ outcome: 'already', ...done });
  expect(await reject(app, review.id, admin)).toEqual({ outcome: 'conflict', ...done });
  expect(await walletOf(owner, review.listenerId)).toEqual([15, 0, 0]);
  expect(await earnings(review.listenerId)).toEqual({
    reviews_completed: 1,
    total_earnings_cents: 15,
    xp_points: 10,
  });
  expect(await stars(review.track.id)).toEqual({ review_count: 1, rating_sum: 5 });
});

test('a rejection pays nothing and removes the stars from the track', async () => {
  const rejected = { earned_cents: 0, status: 'rejected' };
  await aReview(owner, { track: review.track, rating: 2 });
  expect(await reject(app, review.id, admin)).toEqual({ outcome: 'done', ...rejected });
  expect(await reject(app, review.id, admin)).toEqual({ outcome: 'already', ...rejected });
  expect(await approve(app, review.id, admin)).toEqual({ outcome: 'conflict', ...rejected });
  expect(await reverse(app, review.id, admin)).toEqual({ outcome: 'conflict', ...rejected });
  expect(await walletOf(owner, review.listenerId)).toBeNull();
  expect(await stars(review.track.id)).toEqual({ review_count: 1, rating_sum: 2 });
});

test('a rejection without a reason is an error', async () => {
  const call = sql(app, 'select ledger.reject_review($1, $2, null, null)', [review.id, admin]);
  await expect(call).rejects.toThrow('reviews__reason');
});

test('a reversal takes back the reward, the counters and the stars', async () => {
  const reversed = { earned_cents: 0, status: 'reversed' };
  await approve(app, review.id, admin);
  expect(await reverse(app, review.id, admin)).toEqual({ outcome: 'done', ...reversed });
  expect(await reverse(app, review.id, admin)).toEqual({ outcome: 'already', ...reversed });
  expect(await approve(app, review.id, admin)).toEqual({ outcome: 'conflict', ...reversed });
  expect(await reject(app, review.id, admin)).toEqual({ outcome: 'conflict', ...reversed });
  expect(await walletOf(owner, review.listenerId)).toEqual([0, 0, 0]);
  expect(await earnings(review.listenerId)).toEqual({
    reviews_completed: 0,
    total_earnings_cents: 0,
    xp_points: 0,
  });
  expect(await stars(review.track.id)).toEqual({ review_count: 0, rating_sum: 0 });
});

test('an undone approval leaves the review pending, counted for its track and without its reward, and can be repeated', async () => {
  const pending = { earned_cents: 0, status: 'pending' };
  for (let i = 0; i < 3; i += 1) {
    await approve(app, review.id, admin);
    expect(await takeBack(app, review.id, await anAdmin(owner))).toMatchObject({ outcome: 'conflict' });
    expect(await takeBack(app, review.id, admin)).toEqual({ outcome: 'done', ...pending });
    expect(await takeBack(app, review.id, admin)).toEqual({ outcome: 'already', ...pending });
    expect(await walletOf(owner, review.listenerId)).toEqual([0, 0, 0]);
    expect(await stars(review.track.id)).toEqual({ review_count: 1, rating_sum: 5 });
    expect(await alarmsOf(db.auditDatabase)).toEqual([]);
  }
  expect(await approve(app, review.id, null)).toMatchObject({ outcome: 'done', earned_cents: 15 });
  expect(await takeBack(app, review.id, admin)).toMatchObject({ outcome: 'conflict', status: 'approved' });
  expect(await earnings(review.listenerId)).toEqual({
    reviews_completed: 1,
    total_earnings_cents: 15,
    xp_points: 10,
  });
  expect(await reverse(app, review.id, admin)).toMatchObject({ outcome: 'done' });
  expect(await walletOf(owner, review.listenerId)).toEqual([0, 0, 0]);
  expect(await takeBack(app, review.id, admin)).toMatchObject({ outcome: 'conflict', status: 'reversed' });
});

test('after an undone approval the review can be rejected, and no reward is left', async () => {
  await approve(app, review.id, admin);
  await takeBack(app, review.id, admin);
  expect(await reject(app, review.id, admin)).toMatchObject({ outcome: 'done' });
  expect(await walletOf(owner, review.listenerId)).toEqual([0, 0, 0]);
  expect(await stars(review.track.id)).toEqual({ review_count: 0, rating_sum: 0 });
});

test('a pending review cannot be reversed', async () => {
  expect(await reverse(app, review.id, admin)).toMatchObject({ outcome: 'conflict', status: 'pending' });
});

test('a suspended listener still receives a reward earned before', async () => {
  const suspended = await aReview(owner, { listenerId: await aListener(owner, { suspended: true }) });
  expect(await approve(app, suspended.id)).toMatchObject({ outcome: 'done' });
  expect(await walletOf(owner, suspended.listenerId)).toEqual([15, 0, 0]);
});

test('a reversal after the payout leaves money owed, which the next rewards settle first', async () => {
  await setReward(owner, 600);
  const dear = await aReview(owner);
  const { listenerId } = dear;
  await approve(app, dear.id);
  const payout = await request(app, listenerId);
  await decide(app, payout.payout_id, admin, 'completed');
  await setReward(owner, 250);
  const later = [await aReview(owner, { listenerId }), await aReview(owner, { listenerId })];
  for (const { id } of later) await approve(app, id);
  expect(await walletOf(owner, listenerId)).toEqual([500, 0, 0]);

  await reverse(app, dear.id, admin);
  expect(await walletOf(owner, listenerId)).toEqual([0, 0, -100]);
  await approve(app, (await aReview(owner, { listenerId })).id);
  expect(await walletOf(owner, listenerId)).toEqual([150, 0, 0]);
});

test('a review of a deleted track can still be decided', async () => {
  await sql(owner, "update artist_tracks set status = 'deleted' where id = $1", [review.track.id]);
  expect(await approve(app, review.id, admin)).toMatchObject({ outcome: 'done' });
});
