import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import type { ApiUser } from '#tests/support/people/api-user.ts';
import { aLine, answeredBy, aScale, ask, hear, review } from '#tests/support/people/asking.ts';
import { type Earshot, fixedStart, startEarshot } from '#tests/support/world/earshot.ts';
import { aReview, aTrack } from '#tests/support/world/rows.ts';
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
  trackId = (await aTrack(owner(), { artistId: artist.userId, genre: 'metal', reviewTarget: 20 })).id;
});

const owner = () => earshot.testDatabase.ownerDatabase;
const results = () => artist.get(api.questions.readQuestions, { params: { trackId } });
const answered = (people: number, questionId: string | undefined, number: number | null) =>
  answeredBy(owner(), { id: trackId, artistId: artist.userId }, { people, questionId, number });

test('accounts linked with the artist are left out of counts and splits, as in the rating; their texts stay', async () => {
  const { questions } = await ask(artist, trackId, aScale, aLine);
  const [scale, line] = questions.map(({ id }) => id);
  const listenerIds = [...(await answered(7, scale, 5)), ...(await answered(1, line, null))];
  await sql(owner(), "update profiles set genres = '{metal}' where user_id = any($1)", [
    listenerIds.slice(0, 4),
  ]);
  expect((await results()).ratings).toMatchObject({ listeners: { people: 4 }, others: { people: 4 } });
  for (const linked of [listenerIds[0], listenerIds[7]])
    await sql(owner(), "insert into related_acts values ($1, $2, 'text', 1, '2030-05-14', '2030-05-14')", [
      linked,
      artist.userId,
    ]);
  const { stars } = await artist.get(api.verdict.readVerdict, { params: { trackId } });
  const told = await results();
  expect(stars).toEqual(
    told.ratings?.listeners.counts.map((people, star) => people + (told.ratings?.others.counts[star] ?? 0)),
  );
  expect(told.ratings).toMatchObject({ listeners: { people: 3 }, others: { people: 3 } });
  expect(told.questions).toMatchObject([
    { all: { people: 6 }, byTaste: { listeners: { people: 3 }, others: { people: 3 } } },
    { all: { people: 1 }, lines: [{ line: 'Line 0' }] },
  ]);
});

/** Somebody who answers the scale, and whose stars so far say whether they like metal. */
async function aReviewer(likesMetal: boolean, answer: number, rating: number): Promise<void> {
  const listener = await earshot.signIn({ userType: 'listener' });
  for (const [genre, stars] of [
    ['metal', likesMetal ? 5 : 2],
    ['jazz', likesMetal ? 2 : 5],
  ] as const) {
    for (let i = 0; i < 3; i += 1) {
      const track = await aTrack(owner(), { genre });
      await aReview(owner(), { listenerId: listener.userId, track, rating: stars });
    }
  }
  const served = await hear(earshot, listener, trackId);
  const answers = served.questions.map(({ id }) => ({ questionId: id, answer }));
  expect((await review(listener, trackId, answers, rating)).status).toBe(201);
}

test('stars and answers are split by taste once each side has three listeners', async () => {
  await ask(artist, trackId, aScale);
  for (const answer of [5, 4, 5]) await aReviewer(true, answer, 5);
  for (const answer of [1, 2]) await aReviewer(false, answer, 2);
  expect(await results()).toMatchObject({ genre: 'metal', ratings: null, questions: [{ byTaste: null }] });
  await aReviewer(false, 3, 2);
  expect(await results()).toMatchObject({
    ratings: { listeners: { people: 3, mean: 5 }, others: { people: 3, mean: 2 } },
    questions: [{ byTaste: { listeners: { people: 3, mean: 14 / 3 }, others: { people: 3, mean: 2 } } }],
  });
});

test('stars and unpaid seconds on other versions of the track do not count as taste for it', async () => {
  const versions: { id: string; artistId: string }[] = [];
  for (let version = 1; version <= 4; version += 1)
    versions.push(await aTrack(owner(), { artistId: artist.userId, genre: 'metal' }));
  const [first, second, third, later] = versions.map(({ id }) => id);
  // The track is the fourth of five.
  for (const [id, predecessor, version] of [
    [second, first, 2],
    [third, second, 3],
    [trackId, third, 4],
    [later, trackId, 5],
  ])
    await sql(owner(), 'update artist_tracks set predecessor_id = $2, version = $3 where id = $1', [
      id,
      predecessor,
      version,
    ]);
  const listenerIds: string[] = [];
  for (let person = 0; person < 6; person += 1) {
    const { listenerId } = await aReview(owner(), { track: { id: trackId, artistId: artist.userId } });
    listenerIds.push(listenerId);
    for (let jazz = 0; jazz < 3; jazz += 1)
      await aReview(owner(), { listenerId, track: await aTrack(owner(), { genre: 'jazz' }), rating: 2 });
    for (const track of versions) await aReview(owner(), { listenerId, track, rating: 5 });
  }
  await sql(owner(), "update profiles set genres = '{metal}' where user_id = any($1)", [
    listenerIds.slice(0, 3),
  ]);
  expect((await results()).ratings).toMatchObject({ listeners: { people: 3 }, others: { people: 3 } });
  // The same stars for three tracks of somebody else are.
  for (let metal = 0; metal < 3; metal += 1) {
    const track = await aTrack(owner(), { genre: 'metal' });
    await aReview(owner(), { listenerId: listenerIds[3] ?? '', track, rating: 5 });
  }
  expect((await results()).ratings).toBeNull();
});
