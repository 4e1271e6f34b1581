import { afterAll, beforeAll, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import type { ApiUser } from '#tests/support/people/api-user.ts';
import { newTexts } from '#tests/support/texts/review-corpus.ts';
import { type Earshot, fixedStart, startEarshot } from '#tests/support/world/earshot.ts';
import { anAdmin, aRejectedReview, aReview } from '#tests/support/world/rows.ts';
import { sql, sqlRow } from '#tests/support/world/sql.ts';

let earshot: Earshot;
beforeAll(async () => {
  earshot = await startEarshot({}, { startsAt: fixedStart });
});
afterAll(() => earshot.close());

const appeal = (listener: ApiUser, reviewId: string, words = 'I did hear it to the end.') =>
  listener.call(api.reviews.appealReview, { params: { reviewId }, body: { appeal: words } });

async function aRejectedOne(): Promise<{ listener: ApiUser; reviewId: string }> {
  const listener = await earshot.signIn({ userType: 'listener' });
  const { id } = await aRejectedReview(earshot.testDatabase.ownerDatabase, { listenerId: listener.userId });
  return { listener, reviewId: id };
}

test("a listener cannot appeal another listener's review", async () => {
  const { reviewId } = await aRejectedOne();
  expect((await appeal(await earshot.signIn({ userType: 'listener' }), reviewId)).code).toBe('not_found');
});

test('a pending review cannot be appealed, and an appeal cannot be empty', async () => {
  const listener = await earshot.signIn({ userType: 'listener' });
  const { id } = await aReview(earshot.testDatabase.ownerDatabase, { listenerId: listener.userId });
  expect((await appeal(listener, id)).code).toBe('cannot_appeal');
  expect((await appeal(listener, id, '')).code).toBe('malformed');
  expect((await appeal(listener, id, 'x'.repeat(1001))).code).toBe('malformed');
});

test('the listener sees why a review was rejected and appeals once', async () => {
  const { listener, reviewId } = await aRejectedOne();
  const shown = async () => (await listener.get(api.reviews.listOwnReviews, { query: {} })).items[0];
  expect(await shown()).toMatchObject({ reason: 'This is another review again.', appeal: null });
  const both = await Promise.all([appeal(listener, reviewId), appeal(listener, reviewId)]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect((await shown())?.appeal?.text).toBe('I did hear it to the end.');
});

const owner = () => earshot.testDatabase.ownerDatabase;
const [goodText = '', otherText = ''] = newTexts(3);
const hour = 3600;

async function rejectedFor(reason: string): Promise<{ listener: ApiUser; reviewId: string }> {
  const listener = await earshot.signIn({ userType: 'listener' });
  const createdAt = earshot.clock.now();
  const { id } = await aReview(owner(), { listenerId: listener.userId, createdAt });
  const reject = "select ledger.reject_review($1, $2, $3, 'Please say more.')";
  await sql(owner(), reject, [id, await anAdmin(owner()), reason]);
  await sql(owner(), 'update reviews set decided_at = $2 where id = $1', [id, createdAt]);
  return { listener, reviewId: id };
}
const mend = async (listener: ApiUser, reviewId: string, comment = goodText) =>
  (await earshot.signInAgain(listener.userId)).call(api.reviews.appealReview, {
    params: { reviewId },
    body: { appeal: 'I wrote more.', comment },
  });
const textOf = (reviewId: string) =>
  sqlRow(owner(), 'select comment, first_comment as first, appeal from reviews where id = $1', [reviewId]);

test.each(['copied', 'generated', 'connected', 'connected_accounts'])(
  'a review rejected as %s cannot get a new text, but can be appealed',
  async (reason) => {
    const { listener, reviewId } = await rejectedFor(reason);
    expect((await mend(listener, reviewId)).code).toBe('cannot_mend');
    expect(await textOf(reviewId)).toMatchObject({ first: null, appeal: null });
    expect((await appeal(listener, reviewId)).status).toBe(200);
  },
);

test('a new text needs 45 words and has to be sent within 48 hours', async () => {
  const { listener, reviewId } = await rejectedFor('too_little');
  expect((await mend(listener, reviewId, 'Still too short.')).code).toBe('review_too_short');
  const own = await listener.get(api.reviews.listOwnReviews, { query: {} });
  const until = new Date(earshot.clock.now().getTime() + 48 * hour * 1000);
  expect(Math.abs(Date.parse(own.items[0]?.mendableUntil ?? '') - until.getTime())).toBeLessThan(60_000);
  earshot.clock.advance(48 * hour);
  expect((await mend(listener, reviewId)).code).toBe('cannot_mend');
  expect(await textOf(reviewId)).toMatchObject({ first: null, appeal: null });
});

test('a new text replaces the rejected one, is judged by all rules, and pays the same if approved by a person', async () => {
  const { listener, reviewId } = await rejectedFor('too_little');
  const { comment: first } = await textOf(reviewId);
  await sql(
    owner(),
    "insert into review_findings (review_id, rule, version, passed, detail) values ($1, 'words', 1, false, 'Too few words.')",
    [reviewId],
  );
  expect((await mend(listener, reviewId)).answer).toMatchObject({
    comment: goodText,
    mendableUntil: null,
    appeal: { isMended: true },
  });
  expect((await mend(listener, reviewId, otherText)).code).toBe('cannot_appeal');
  expect(await textOf(reviewId)).toEqual({ comment: goodText, first, appeal: 'I wrote more.' });

  const admin = await earshot.signIn({ admin: true });
  const shown = async () =>
    (await admin.get(api.admin.listReviewsToDecide, { query: { view: 'waiting' } })).items.find(
      ({ id }) => id === reviewId,
    );
  expect((await shown())?.findings).toEqual([]);
  await earshot.runJobs();
  expect(await shown()).toMatchObject({ status: 'rejected', comment: goodText, firstComment: first });
  const rules = (await shown())?.findings.map(({ rule }) => rule) ?? [];
  expect(rules).toEqual(expect.arrayContaining(['words', 'near_equal', 'variety', 'word_order', 'cluster']));
  expect((await shown())?.findings.find(({ rule }) => rule === 'words')).toMatchObject({ passed: true });

  const body = { outcome: 'granted', sentence: 'Thank you.' } as const;
  await admin.get(api.admin.decideAppeal, { params: { reviewId }, body });
  const reader = await earshot.signInAgain(listener.userId);
  const own = await reader.get(api.reviews.listOwnReviews, { query: {} });
  expect(own.items[0]).toMatchObject({ status: 'approved', comment: goodText, earnedCents: 15 });
});

test('a new text that copies an earlier new text is flagged, and the earlier one is not', async () => {
  const { listener, reviewId } = await rejectedFor('too_little');
  await mend(listener, reviewId, otherText);
  earshot.clock.advance(1);
  const copy = await rejectedFor('too_little');
  await mend(copy.listener, copy.reviewId, otherText);
  await earshot.runJobs();
  const found = await sql(
    owner(),
    "select review_id, passed from review_findings where review_id = any($1) and rule = 'near_equal' order by passed",
    [[reviewId, copy.reviewId]],
  );
  expect(found).toEqual([
    { review_id: copy.reviewId, passed: false },
    { review_id: reviewId, passed: true },
  ]);
});

test('only one of two simultaneous appeals with different texts is stored, complete', async () => {
  const { listener, reviewId } = await rejectedFor('too_little');
  const texts = [goodText, otherText];
  const user = await earshot.signInAgain(listener.userId);
  const both = await Promise.all(
    texts.map((comment) =>
      user.call(api.reviews.appealReview, {
        params: { reviewId },
        body: { appeal: comment.slice(0, 50), comment },
      }),
    ),
  );
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  const { comment, appeal: words } = await textOf(reviewId);
  expect(String(comment).startsWith(String(words).trim())).toBe(true);
});
