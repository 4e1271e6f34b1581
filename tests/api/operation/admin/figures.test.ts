import { afterAll, beforeAll, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import type { ApiUser } from '#tests/support/people/api-user.ts';
import { completeApproved, readsPayout } from '#tests/support/people/payouts.ts';
import { earnedBy } from '#tests/support/people/reviewing.ts';
import { type Earshot, fixedStart, startEarshot } from '#tests/support/world/earshot.ts';
import { anArtist, aReview, aTrack } from '#tests/support/world/rows.ts';

let earshot: Earshot;
let admin: ApiUser;
beforeAll(async () => {
  earshot = await startEarshot({}, { startsAt: fixedStart });
  admin = await earshot.signIn({ admin: true });
});
afterAll(() => earshot.close());

const owner = () => earshot.testDatabase.ownerDatabase;
const figures = () => admin.get(api.admin.readPlatformStats, {});

test('each admin figure counts what it says: no two could be swapped', async () => {
  const before = await figures();
  const [first, second, third] = [await anArtist(owner()), await anArtist(owner()), await anArtist(owner())];
  const listener = await earshot.signIn({ userType: 'listener' });
  const track = await aTrack(owner(), { artistId: first });
  for (const artistId of [first, second, second, third, third]) await aTrack(owner(), { artistId });
  await aTrack(owner(), { artistId: third, status: 'deleted' });
  await aReview(owner(), { listenerId: listener.userId, track });
  const after = await figures();
  expect(grownBy(before, after)).toEqual({
    totalUsers: 4,
    artists: 3,
    listeners: 1,
    activeTracks: 6,
    totalReviews: 1,
    pendingPayouts: 0,
    pendingPayoutCents: 0,
    waitingReviews: 1,
  });
});

test('a decided review is no longer waiting, and a payout counts with its amount until it is decided', async () => {
  const listener = await earshot.signIn({ userType: 'listener' });
  const before = await figures();
  await earnedBy(earshot, listener.userId, 34);
  const key = { idempotencyKey: '6a1f3c1e-7f5d-4b7a-9a59-5f3ad1a3f001' };
  const { id } = await listener.get(api.wallet.requestPayout, { body: {}, ...key });
  const waiting = await figures();
  expect(grownBy(before, waiting)).toMatchObject({
    totalReviews: 34,
    waitingReviews: 0,
    pendingPayouts: 1,
    pendingPayoutCents: 510,
  });
  await readsPayout(admin, id);
  const decision = { params: { payoutId: id }, body: { status: 'completed' as const } };
  await admin.get(api.admin.decidePayout, { ...decision, idempotencyKey: key.idempotencyKey });
  await completeApproved(earshot);
  expect(await figures()).toMatchObject({
    pendingPayouts: before.pendingPayouts,
    pendingPayoutCents: before.pendingPayoutCents,
  });
});

type Figures = Awaited<ReturnType<typeof figures>>;
const grownBy = (before: Figures, after: Figures) => ({
  totalUsers: after.totalUsers - before.totalUsers,
  artists: after.artists - before.artists,
  listeners: after.listeners - before.listeners,
  activeTracks: after.activeTracks - before.activeTracks,
  totalReviews: after.totalReviews - before.totalReviews,
  pendingPayouts: after.pendingPayouts - before.pendingPayouts,
  pendingPayoutCents: after.pendingPayoutCents - before.pendingPayoutCents,
  waitingReviews: after.waitingReviews - before.waitingReviews,
});
