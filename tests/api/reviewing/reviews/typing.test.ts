import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import type { TypingCounts } from '#contract/reviewing/reviews/typing-counts.ts';
import { findClusters } from '#server/trust/linked-accounts/find-clusters.ts';
import { sweepEvidence } from '#server/trust/linked-accounts/record-evidence.ts';
import type { ApiUser } from '#tests/support/people/api-user.ts';
import { listenTo } from '#tests/support/people/listening.ts';
import { newTexts } from '#tests/support/texts/review-corpus.ts';
import { type Earshot, startEarshot } from '#tests/support/world/earshot.ts';
import { aTrack } from '#tests/support/world/rows.ts';
import { sql, sqlRow } from '#tests/support/world/sql.ts';

const day = 24 * 3600;

let earshot: Earshot;
beforeAll(async () => {
  earshot = await startEarshot();
});
afterAll(() => earshot.close());

const owner = () => earshot.testDatabase.ownerDatabase;
const texts = newTexts(5);
let used = 0;
const aNewText = () => {
  used += 1;
  return texts[used % texts.length] ?? '';
};
const lettersOf = (text: string) => [...text].length;
const pasted = (text: string): TypingCounts => ({
  typedLetters: 3,
  pastedLetters: lettersOf(text),
  textMilliseconds: 9000,
});
const written = (text: string): TypingCounts => ({
  typedLetters: lettersOf(text) + 20,
  pastedLetters: 0,
  textMilliseconds: 70_000,
});

/** Serves a new track and hears it, so that its review can be sent. */
async function hear(listener: ApiUser): Promise<string> {
  const { id: trackId } = await aTrack(owner());
  const { track } = await listener.get(api.listening.nextTrack, { body: { trackId } });
  await listenTo(earshot, listener, track, 60, { fetchAudio: false });
  await sql(owner(), 'update leases set bytes_sent = 10000000, is_wished = false where listener_id = $1', [
    listener.userId,
  ]);
  earshot.clock.advance(40);
  return trackId;
}

/** Sends a review of a new track and lets the rules judge it. */
async function review(
  { userId }: ApiUser,
  count: ((text: string) => TypingCounts) | undefined,
  comment = aNewText(),
): Promise<string> {
  // Many reviews take longer than an access token lives.
  const listener = await earshot.signInAgain(userId);
  const trackId = await hear(listener);
  const body = { trackId, rating: 4, comment, ...(count ? { typing: count(comment) } : {}) };
  const { id } = await listener.get(api.reviews.submitReview, { body, idempotencyKey: randomUUID() });
  await earshot.runJobs();
  return id;
}

const typingOf = (id: string) => sql(owner(), 'select * from review_typing where review_id = $1', [id]);
const findingOf = (id: string) =>
  sqlRow(owner(), "select passed, detail from review_findings where review_id = $1 and rule = 'typing'", [
    id,
  ]);
const passes = async (id: string) => (await findingOf(id)).passed;

test.each<[string, Partial<TypingCounts>]>([
  ['a negative number of letters', { typedLetters: -1 }],
  ['more letters than a form counts', { pastedLetters: 100_001 }],
  ['half a letter', { typedLetters: 0.5 }],
  ['more than a day of typing', { textMilliseconds: 86_400_001 }],
])('a review with %s is malformed', async (_name, wrong) => {
  const listener = await earshot.signIn({ userType: 'listener' });
  const trackId = await hear(listener);
  const comment = aNewText();
  const body = { trackId, rating: 4, comment, typing: { ...written(comment), ...wrong } };
  const answer = await listener.call(api.reviews.submitReview, { body, idempotencyKey: randomUUID() });
  expect(answer.status).toBe(400);
});

test('the database rejects typing counts out of bounds from any writer', async () => {
  const id = await review(await earshot.signIn({ userType: 'listener' }), written);
  for (const wrong of [
    'typed_letters = -1',
    'typed_letters = 100001',
    'pasted_letters = -1',
    'pasted_letters = 100001',
    'text_ms = -1',
    'text_ms = 86400001',
    'sent_letters = 0',
    'sent_letters = 5001',
  ]) {
    await expect(
      sql(owner(), `update review_typing set ${wrong} where review_id = $1`, [id]),
      wrong,
    ).rejects.toThrow('violates check constraint');
  }
});

test('typing counts are stored with their review; a client that sends none is held at once', async () => {
  const listener = await earshot.signIn({ userType: 'listener' });
  const comment = aNewText();
  const counted = await review(listener, written, comment);
  expect(await typingOf(counted)).toMatchObject([
    {
      listener_id: listener.userId,
      sent_letters: lettersOf(comment),
      typed_letters: lettersOf(comment) + 20,
      pasted_letters: 0,
      text_ms: 70_000,
    },
  ]);
  const id = await review(listener, undefined);
  expect(await typingOf(id)).toEqual([]);
  expect(await findingOf(id)).toMatchObject({
    passed: false,
    detail: 'sent without our form, 1 of the last 5 reviews pasted or filled in at once (fewer than 4)',
  });
});

const filledInAtOnce = (text: string): TypingCounts => ({ ...written(text), textMilliseconds: 10 });

/** As many as anybody may bring finished. */
async function bringThree(listener: ApiUser): Promise<void> {
  for (let sent = 0; sent < 3; sent += 1) expect(await passes(await review(listener, pasted))).toBe(true);
}

test('three pasted reviews pass, the fourth waits for a person and says why; a typed one passes again', async () => {
  const listener = await earshot.signIn({ userType: 'listener' });
  await bringThree(listener);
  const fourth = await review(listener, pasted);
  expect(await findingOf(fourth)).toMatchObject({
    passed: false,
    detail: 'pasted, 4 of the last 5 reviews pasted or filled in at once (fewer than 4)',
  });
  const { items } = await (await earshot.signInAgain(listener.userId)).get(api.reviews.listOwnReviews, {
    query: {},
  });
  expect(items[0]).toMatchObject({
    id: fourth,
    status: 'pending',
    waiting: { waitsFor: 'person', rules: ['typing'] },
  });
  expect(await passes(await review(listener, written))).toBe(true);
});

test('once a person has approved a pasted review, the listener is not held for pasting again, only for other reasons', async () => {
  const listener = await earshot.signIn({ userType: 'listener' });
  const admin = await earshot.signIn({ admin: true });
  await bringThree(listener);
  const held = await review(listener, pasted);
  expect(await passes(await review(listener, pasted))).toBe(false);
  await admin.get(api.admin.decideReviews, { body: { reviewIds: [held], decision: { status: 'approved' } } });
  expect(await passes(await review(listener, pasted))).toBe(true);
  expect(await passes(await review(listener, filledInAtOnce))).toBe(false);
});

test('a listener who repeatedly pastes near-equal texts joins a cluster, and one who types them does not', async () => {
  const ring = await Promise.all([1, 2].map(() => earshot.signIn({ userType: 'listener' })));
  const typist = await earshot.signIn({ userType: 'listener' });
  // Without a mail domain in common.
  await sql(owner(), "update users set email_normalized = id || '@gmail.com' where id = any ($1)", [
    [...ring, typist].map(({ userId }) => userId),
  ]);
  const shared = [aNewText(), aNewText(), aNewText(), aNewText()];
  for (const [place, text] of shared.entries()) {
    const order = place % 2 === 0 ? ring : ring.toReversed();
    for (const listener of order) await review(listener, pasted, text);
    await review(typist, written, text);
  }
  await findClusters(earshot.deps);
  const members = await sql(
    owner(),
    'select user_id, kinds from cluster_members where user_id = any ($1) order by kinds',
    [[...ring, typist].map(({ userId }) => userId)],
  );
  expect(members.map(({ kinds }) => kinds)).toEqual([
    ['text', 'typing'],
    ['text', 'typing'],
  ]);
  expect(members.map(({ user_id }) => user_id)).not.toContain(typist.userId);
});

test('typing in a new text is not counted', async () => {
  const listener = await earshot.signIn({ userType: 'listener' });
  const admin = await earshot.signIn({ admin: true });
  await bringThree(listener);
  const id = await review(listener, pasted);
  await admin.get(api.admin.decideReviews, {
    body: {
      reviewIds: [id],
      decision: { status: 'rejected', reason: 'too_little', sentence: 'Say more of the music.' },
    },
  });
  const body = { appeal: 'Here is more.', comment: aNewText() };
  await listener.get(api.reviews.appealReview, { params: { reviewId: id }, body });
  await earshot.runJobs();
  expect(await typingOf(id)).toEqual([]);
  expect(await findingOf(id)).toMatchObject({ passed: true });
});

test('typing counts are deleted after 180 days, the review stays', async () => {
  const id = await review(await earshot.signIn({ userType: 'listener' }), written);
  earshot.clock.advance(180 * day - 1);
  await sweepEvidence(earshot.deps);
  expect(await typingOf(id)).toHaveLength(1);
  earshot.clock.advance(2);
  await sweepEvidence(earshot.deps);
  expect(await typingOf(id)).toEqual([]);
  expect(await sql(owner(), 'select id from reviews where id = $1', [id])).toHaveLength(1);
});
