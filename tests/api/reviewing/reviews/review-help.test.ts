import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import type { PromptAnswers, ReviewNote } from '#contract/reviewing/reviews/review-help.ts';
import { noAnswers } from '#contract/reviewing/reviews/review-prompts.ts';
import type { ApiUser } from '#tests/support/people/api-user.ts';
import { anHonestComment } from '#tests/support/people/reviewing.ts';
import { type Earshot, fixedStart, startEarshot } from '#tests/support/world/earshot.ts';
import { aTrack } from '#tests/support/world/rows.ts';
import { sql } from '#tests/support/world/sql.ts';

let earshot: Earshot;
let artist: ApiUser;
let trackId: string;

beforeAll(async () => {
  earshot = await startEarshot({}, { startsAt: fixedStart });
});
afterAll(() => earshot.close());
beforeEach(async () => {
  artist = await earshot.signIn({ userType: 'artist' });
  trackId = (await aTrack(earshot.testDatabase.ownerDatabase, { artistId: artist.userId })).id;
});

interface Help {
  readonly prompts?: PromptAnswers;
  readonly notes?: ReviewNote[];
}

async function review(help: Help) {
  const listener = await earshot.signIn({ userType: 'listener', displayName: 'Kim' });
  await listener.get(api.listening.nextTrack, { body: { trackId } });
  await sql(
    earshot.testDatabase.ownerDatabase,
    'update leases set listened_ms = 60000, bytes_sent = 1000000 where listener_id = $1',
    [listener.userId],
  );
  return listener.call(api.reviews.submitReview, {
    body: { trackId, rating: 4, comment: anHonestComment, ...help },
    idempotencyKey: randomUUID(),
  });
}

test('a review does not need prompts or notes', async () => {
  expect((await review({})).answer).toMatchObject({ prompts: noAnswers, notes: [] });
});

test('the artist reads the answers to prompts and the notes with the review', async () => {
  const prompts = { worked: ' The drums ', didNotWork: '   ', toChange: null };
  const notes = [
    { atSecond: 70, note: 'Too early' },
    { atSecond: 12, note: 'This turn' },
  ];
  await review({ prompts, notes });
  const { items } = await artist.get(api.reviews.listTrackReviews, { params: { trackId }, query: {} });
  expect(items[0]).toMatchObject({
    prompts: { worked: 'The drums', didNotWork: null, toChange: null },
    notes: [
      { atSecond: 12, note: 'This turn' },
      { atSecond: 70, note: 'Too early' },
    ],
  });
});

test('a note beyond the end of the track moves to its end', async () => {
  await review({ notes: [{ atSecond: 9000, note: 'The very end' }] });
  const { items } = await artist.get(api.reviews.listTrackReviews, { params: { trackId }, query: {} });
  expect(items[0]?.notes).toEqual([{ atSecond: 119, note: 'The very end' }]);
});

test('a rejected review and its notes are no longer shown', async () => {
  const { answer } = await review({ notes: [{ atSecond: 3, note: 'Rude' }] });
  await sql(
    earshot.testDatabase.ownerDatabase,
    `update reviews set status = 'rejected', decided_at = now(), decision_reason = 'abusive' where id = $1`,
    [answer?.id],
  );
  expect(await artist.get(api.reviews.listTrackReviews, { params: { trackId }, query: {} })).toMatchObject({
    items: [],
  });
});

test('words in prompts do not count toward the comment', async () => {
  const listener = await earshot.signIn({ userType: 'listener' });
  await listener.get(api.listening.nextTrack, { body: { trackId } });
  const prompts = { ...noAnswers, worked: 'word '.repeat(60).trim() };
  const answer = await listener.call(api.reviews.submitReview, {
    body: { trackId, rating: 4, comment: 'Good.', prompts },
    idempotencyKey: randomUUID(),
  });
  expect(answer.code).toBe('review_too_short');
});

test('too many, too long or empty notes are rejected', async () => {
  const note = { atSecond: 1, note: 'Here' };
  expect((await review({ notes: Array(21).fill(note) })).code).toBe('malformed');
  expect((await review({ notes: [{ ...note, note: 'a'.repeat(281) }] })).code).toBe('malformed');
  expect((await review({ notes: [{ ...note, note: '  ' }] })).code).toBe('malformed');
  expect((await review({ prompts: { ...noAnswers, worked: 'a'.repeat(501) } })).code).toBe('malformed');
});
