import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { recomputeStandings } from '#server/trust/standing/recompute-standing.ts';
import { standingOf } from '#server/trust/standing/standing-of.ts';
import type { ApiUser } from '#tests/support/people/api-user.ts';
import { type Earshot, startEarshot } from '#tests/support/world/earshot.ts';
import { aReview } from '#tests/support/world/rows.ts';
import { sqlRow } from '#tests/support/world/sql.ts';

const day = 24 * 3600 * 1000;

let earshot: Earshot;
let admin: ApiUser;
beforeAll(async () => {
  earshot = await startEarshot({ STANDING_BOUNDS: '' });
  admin = await earshot.signIn({ admin: true });
});
afterAll(() => earshot.close());

const owner = () => earshot.testDatabase.ownerDatabase;

/** A review that was sent so many days ago and is decided now. */
async function decided(listener: ApiUser, daysAgo: number, status: 'approved' | 'rejected'): Promise<string> {
  const createdAt = new Date(earshot.clock.now().getTime() - daysAgo * day);
  const { id } = await aReview(owner(), { listenerId: listener.userId, createdAt });
  const body =
    status === 'approved'
      ? ({ status } as const)
      : ({ status, reason: 'copied', sentence: 'It is the text of another review.' } as const);
  await admin.get(api.admin.decideReview, { params: { reviewId: id }, body });
  return id;
}

const figuresOf = (listener: ApiUser) =>
  sqlRow(
    owner(),
    `select standing, approved, approved_days, recent_decided, recent_approved, recent_copied, recent_reversed
       from standings where listener_id = $1`,
    [listener.userId],
  );
const standing = (listener: ApiUser) => standingOf(earshot.deps.database, earshot.deps, listener.userId);

/** Nine reviews of the last 90 days: eight approved on three days, and one copy; and two approved before. */
async function aKnownListener(): Promise<ApiUser> {
  const listener = await earshot.signIn({ userType: 'listener' });
  for (const daysAgo of [1, 1, 1, 2, 2, 2, 3, 3]) await decided(listener, daysAgo, 'approved');
  await decided(listener, 4, 'rejected');
  for (const daysAgo of [91, 200]) await decided(listener, daysAgo, 'approved');
  return listener;
}

test('a listener is New before the first decision', async () => {
  expect(await standing(await earshot.signIn({ userType: 'listener' }))).toBe('new');
});

test('the standing of three listeners matches the published formula', async () => {
  const known = await aKnownListener();
  // 8 + 2 = 10 approved, on 3 + 2 = 5 days; 8 of 9 recent ones approved = 89 %, at least 80 %.
  expect(await figuresOf(known)).toEqual({
    standing: 'known',
    approved: 10,
    approved_days: 5,
    recent_decided: 9,
    recent_approved: 8,
    recent_copied: 1,
    recent_reversed: 0,
  });

  const fast = await earshot.signIn({ userType: 'listener' });
  for (let i = 0; i < 12; i += 1) await decided(fast, i % 2, 'approved');
  // 12 approved, but on 2 days: New.
  expect(await figuresOf(fast)).toMatchObject({ standing: 'new', approved: 12, approved_days: 2 });

  const fallen = await aKnownListener();
  const params = { reviewId: await decided(fallen, 1, 'approved') };
  await decided(fallen, 1, 'rejected');
  expect(await standing(fallen)).toBe('known');
  const reason = 'The listener said that the text was bought.';
  await admin.get(api.books.reverseReview, { params, body: { reason }, idempotencyKey: randomUUID() });
  // 10 approved of all time; 8 of 11 recent ones = 73 %, below 80 %.
  expect(await figuresOf(fallen)).toEqual({
    standing: 'new',
    approved: 10,
    approved_days: 5,
    recent_decided: 11,
    recent_approved: 8,
    recent_copied: 2,
    recent_reversed: 1,
  });
});

test('an undone decision no longer counts', async () => {
  const listener = await aKnownListener();
  const undone = await decided(listener, 1, 'rejected');
  await admin.get(api.admin.undoReviewDecisions, { body: { reviewIds: [undone] } });
  expect(await figuresOf(listener)).toMatchObject({ recent_decided: 9, recent_copied: 1 });
});

test('two simultaneous decisions are both counted', async () => {
  const listener = await earshot.signIn({ userType: 'listener' });
  const ids: string[] = [];
  for (let i = 0; i < 8; i += 1) ids.push((await aReview(owner(), { listenerId: listener.userId })).id);
  await Promise.all(
    ids.map((reviewId, i) =>
      admin.get(api.admin.decideReview, {
        params: { reviewId },
        body:
          i % 2 === 0
            ? { status: 'approved' }
            : { status: 'rejected', reason: 'too_little', sentence: 'It says nothing of the music.' },
      }),
    ),
  );
  expect(await figuresOf(listener)).toMatchObject({ approved: 4, recent_decided: 8, recent_approved: 4 });
});

test('the nightly run updates old figures: a bad month no longer counts after 90 days', async () => {
  const listener = await aKnownListener();
  for (let i = 0; i < 3; i += 1) await decided(listener, 5, 'rejected');
  expect(await standing(listener)).toBe('new');
  earshot.clock.advance(86 * 24 * 3600);
  await recomputeStandings(earshot.deps);
  expect(await figuresOf(listener)).toMatchObject({
    standing: 'known',
    recent_decided: 9,
    recent_approved: 8,
  });
});
