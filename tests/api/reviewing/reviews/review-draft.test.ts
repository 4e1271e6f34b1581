import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import type { ReviewDraft } from '#contract/reviewing/reviews/review-drafts.ts';
import { noAnswers } from '#contract/reviewing/reviews/review-prompts.ts';
import type { ApiUser } from '#tests/support/people/api-user.ts';
import { anHonestComment, typedByHand } from '#tests/support/people/reviewing.ts';
import { type Earshot, fixedStart, startEarshot } from '#tests/support/world/earshot.ts';
import { aTrack } from '#tests/support/world/rows.ts';
import { sql } from '#tests/support/world/sql.ts';

let earshot: Earshot;
let listener: ApiUser;
let trackId: string;

beforeAll(async () => {
  earshot = await startEarshot({}, { startsAt: fixedStart });
});
afterAll(() => earshot.close());
beforeEach(async () => {
  trackId = (await aTrack(earshot.testDatabase.ownerDatabase)).id;
  listener = await earshot.signIn({ userType: 'listener' });
  await listener.get(api.listening.nextTrack, { body: { trackId } });
});

const draft = (comment: string): ReviewDraft => ({
  rating: 4,
  comment,
  prompts: { ...noAnswers, worked: 'The drums' },
  notes: [{ atSecond: 12, note: 'This turn' }],
  setAside: null,
});
const read = (who = listener) => who.get(api.reviews.readDraft, { params: { trackId } });
const keep = (comment: string, seen: number, who = listener) =>
  who.call(api.reviews.keepDraft, { params: { trackId }, body: { draft: draft(comment), seen } });

const submit = async () => {
  await sql(
    earshot.testDatabase.ownerDatabase,
    'update leases set listened_ms = 60000, bytes_sent = 1000000 where listener_id = $1',
    [listener.userId],
  );
  return listener.get(api.reviews.submitReview, {
    body: { trackId, rating: 4, comment: anHonestComment, typing: typedByHand },
    idempotencyKey: crypto.randomUUID(),
  });
};

describe('a draft is rejected', () => {
  test('for a track that was not served to the listener', async () => {
    const stranger = await earshot.signIn({ userType: 'listener' });
    expect(await keep('Mine', 0, stranger)).toMatchObject({ status: 403, code: 'not_assigned' });
  });

  test('after the track is reviewed', async () => {
    await submit();
    expect(await keep('More', 0)).toMatchObject({ status: 409, code: 'already_reviewed' });
  });

  test('if it is longer than a review can be', async () => {
    expect((await keep('a'.repeat(5001), 0)).code).toBe('malformed');
    const notes = Array.from({ length: 21 }, () => ({ atSecond: 1, note: 'Here' }));
    const body = { draft: { ...draft(''), notes }, seen: 0 };
    const answer = await listener.call(api.reviews.keepDraft, { params: { trackId }, body });
    expect(answer.code).toBe('malformed');
  });
});

test('a draft is available on every device of its listener, and to no one else', async () => {
  expect(await read()).toEqual({ revision: 0, draft: null });
  await keep('So far', 0);
  expect(await read()).toEqual({ revision: 1, draft: draft('So far') });
  const other = await earshot.signIn({ userType: 'listener' });
  expect(await read(other)).toEqual({ revision: 0, draft: null });
});

test('changes based on the stored draft replace it', async () => {
  await keep('So far', 0);
  await keep('So far, so good', 1);
  expect(await read()).toEqual({ revision: 2, draft: draft('So far, so good') });
});

test('text from another device is set aside, not lost', async () => {
  await keep('From the phone', 0);
  await keep('From the desk', 0);
  expect(await read()).toEqual({
    revision: 2,
    draft: { ...draft('From the desk'), setAside: 'From the phone' },
  });
});

test('ten devices at once lose no text', async () => {
  const words = Array.from({ length: 10 }, (_, i) => `Words of device ${i}.`);
  await Promise.all(words.map((comment) => keep(comment, 0)));
  const { revision, draft: kept } = await read();
  expect(revision).toBe(10);
  for (const comment of words) expect(`${kept?.comment} ${kept?.setAside}`).toContain(comment);
});

test('a skip keeps the draft, a submission deletes it', async () => {
  await keep('So far', 0);
  await listener.get(api.listening.skipTrack, { body: { trackId } });
  expect((await read()).revision).toBe(1);
  await listener.get(api.listening.nextTrack, { body: { trackId } });
  await submit();
  expect(await read()).toEqual({ revision: 0, draft: null });
});
