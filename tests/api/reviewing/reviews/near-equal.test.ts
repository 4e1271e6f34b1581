import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cents } from '#contract/cents.ts';
import { api } from '#contract/index.ts';
import { hashPassword } from '#server/identity/passwords.ts';
import { judgeReview } from '#server/reviewing/reviews/judge-review.ts';
import {
  indexMendedText,
  indexText,
  nearEqualTexts,
  sweepReviewTexts,
} from '#server/reviewing/reviews/near-equal-texts.ts';
import { goodPassword as password } from '#tests/support/people/accounts.ts';
import { anHonestComment } from '#tests/support/people/reviewing.ts';
import { reviewCorpus } from '#tests/support/texts/review-corpus.ts';
import { type Earshot, startEarshot } from '#tests/support/world/earshot.ts';
import { aReview } from '#tests/support/world/rows.ts';
import { sql, sqlRow } from '#tests/support/world/sql.ts';

const day = 24 * 3600;
const newTexts = reviewCorpus(5).honest.map(({ text }) => text);
const aNewText = () => newTexts.pop() ?? '';
const somethingElse =
  'A slow start, then the second verse opens a window and everything breathes. Somebody should tell the kick drum to relax ' +
  'during the bridge, because it tramples over a very tender moment that deserved better from all of you.';

let earshot: Earshot;
beforeAll(async () => {
  earshot = await startEarshot();
});
afterAll(() => earshot.close());

const owner = () => earshot.testDatabase.ownerDatabase;
const database = () => earshot.deps.database;

/** A review of a track of its own, sent now, by a new listener unless given. */
async function sent(comment: string, by: { listenerId?: string } = {}): Promise<string> {
  const { id } = await aReview(owner(), by);
  const sentAt = earshot.clock.now();
  await sql(owner(), 'update reviews set comment = $2, created_at = $3 where id = $1', [id, comment, sentAt]);
  await indexText(database(), { reviewId: id, comment, sentAt });
  earshot.clock.advance(1);
  return id;
}

const nearEqualTo = async (comment: string) =>
  (await nearEqualTexts(database(), { reviewId: randomUUID(), comment, sentAt: earshot.clock.now() })).map(
    ({ reviewId }) => reviewId,
  );
const texts = async () => Number((await sqlRow(owner(), 'select count(*) from review_texts')).count);
const bands = async () => Number((await sqlRow(owner(), 'select count(*) from review_text_bands')).count);

test('a copied review of another track waits for a person, and the original does not', async () => {
  const first = await sent(anHonestComment);
  const copy = await sent(anHonestComment.replace('riff', 'lick'));
  for (const id of [first, copy]) await judgeReview(earshot.deps, id);
  const found = await sql(
    owner(),
    "select review_id, passed, detail from review_findings where rule = 'near_equal' and review_id = any ($1)",
    [[first, copy]],
  );
  expect(found).toHaveLength(2);
  expect(found).toContainEqual(expect.objectContaining({ review_id: first, passed: true }));
  expect(found).toContainEqual({
    review_id: copy,
    passed: false,
    detail: expect.stringMatching(/^1 earlier reviews say the same, 0 of them by this listener/),
  });
});

test('the first copy relates no accounts, and the second does, though a text of the listener’s own is between', async () => {
  const { userId: listenerId } = await earshot.signIn({ userType: 'listener' });
  const relatedAfter = async (comment: string) => {
    const { id } = await aReview(owner(), { listenerId });
    const sentAt = earshot.clock.now();
    await sql(owner(), 'update reviews set comment = $2, created_at = $3 where id = $1', [
      id,
      comment,
      sentAt,
    ]);
    await indexText(database(), { reviewId: id, comment, sentAt });
    await judgeReview(earshot.deps, id);
    earshot.clock.advance(1);
    const texts = await sql(owner(), "select from related_acts where user_id = $1 and kind = 'text'", [
      listenerId,
    ]);
    return texts.length;
  };
  const [first, second] = [aNewText(), aNewText()];
  for (const text of [first, second]) await sent(text);
  expect(await relatedAfter(first)).toBe(0);
  expect(await relatedAfter(aNewText())).toBe(0);
  expect(await relatedAfter(second)).toBe(1);
});

test('a new text is compared in place of the former one', async () => {
  const id = await sent('A text that will be mended because it says nothing of the music that it is about.');
  const mended = { reviewId: id, comment: somethingElse, sentAt: earshot.clock.now() };
  await database().transaction((tx) => indexMendedText(tx, mended));
  await sql(owner(), 'update reviews set comment = $2 where id = $1', [id, somethingElse]);
  earshot.clock.advance(1);
  expect(await nearEqualTo(somethingElse)).toEqual([id]);
});

const sentenceOf = async (id: string) => {
  await judgeReview(earshot.deps, id);
  return sqlRow(
    owner(),
    "select passed, detail from review_findings where rule = 'sentences' and review_id = $1",
    [id],
  );
};

test('a whole sentence of another listener waits for a person, and so does one of the listener’s own', async () => {
  const said = 'The tambourine answers every second line of the singer.';
  const first = await sent(`Bright and careful from the very start. ${said} Well done, I mean it.`);
  expect(await sentenceOf(first)).toMatchObject({ passed: true });
  const copy = await sent(`My room got quiet, ${said.toLowerCase()} Now I want the whole album.`);
  expect(await sentenceOf(copy)).toMatchObject({
    passed: false,
    detail: expect.stringMatching(/^1 whole sentences .* 0 of them by this listener$/),
  });
  const { userId: listenerId } = await earshot.signIn({ userType: 'listener' });
  const own = 'I always begin my reviews with this very same line.';
  await sent(`${own} Here it is about a slow waltz.`, { listenerId });
  const again = await sent(`This time about a fast one. ${own}`, { listenerId });
  expect(await sentenceOf(again)).toMatchObject({
    passed: false,
    detail: expect.stringMatching(/^1 whole sentences .* 1 of them by this listener$/),
  });
});

test('sentences of a deleted account are still known, so that nobody sends them again under another name', async () => {
  const listener = await earshot.signIn({ userType: 'listener' });
  const comment = 'Nobody else would ever describe a banjo quite like this one.';
  await sent(comment, { listenerId: listener.userId });
  const hash = await hashPassword(password);
  await sql(owner(), 'update users set password_hash = $2 where id = $1', [listener.userId, hash]);
  await listener.get(api.personalData.deleteAccount, {
    body: { password, confirmation: 'DELETE', forfeitCents: cents(0) },
  });
  const { userId: listenerId } = await earshot.signIn({ userType: 'listener' });
  const again = await sent(`Here I am once more. ${comment}`, { listenerId });
  expect(await sentenceOf(again)).toMatchObject({ passed: false });
});

test('after 180 days a text is no longer compared, and is swept', async () => {
  earshot.clock.advance(180 * day + 1);
  expect(await nearEqualTo(anHonestComment)).toEqual([]);
  await sweepReviewTexts(earshot.deps);
  expect([await texts(), await bands()]).toEqual([0, 0]);
  expect(await sql(owner(), 'select from review_sentences')).toEqual([]);
});
