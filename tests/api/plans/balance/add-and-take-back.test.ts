import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { decideReview, undoDecision } from '#server/reviewing/reviews/decide-review.ts';
import { type Earshot, fixedStart, startEarshot } from '#tests/support/world/earshot.ts';
import { anAdmin, aReview } from '#tests/support/world/rows.ts';
import { sql, sqlRow } from '#tests/support/world/sql.ts';
import { AnArtist } from './an-artist.ts';

let earshot: Earshot;
let artist: AnArtist;
let trackId: string;
beforeAll(async () => {
  earshot = await startEarshot({}, { startsAt: fixedStart });
});
afterAll(() => earshot.close());
beforeEach(async () => {
  artist = await AnArtist.enter(earshot);
  await artist.pack();
  // The pack expires before the free reviews of the upload.
  earshot.clock.advance(60);
  trackId = await artist.upload({ reviews: 5 });
  earshot.clock.advance(60);
});

const owner = () => earshot.testDatabase.ownerDatabase;
const open = async (of = trackId) => (await artist.track(of)).openPlaces;
/** Listeners who are served the artist's track. */
const served = (count: number) =>
  Promise.all(
    Array.from({ length: count }, async () => {
      const listener = await earshot.signIn({ userType: 'listener' });
      return listener.call(api.listening.nextTrack, { body: { trackId } });
    }),
  );
const lots = () =>
  artist.rows(
    `select source, left_in(lot) as "left" from review_lots lot where artist_id = $1 order by expires_at, source`,
  );

describe('reviews cannot be added', () => {
  test('beyond what is left', async () => {
    expect(await artist.add(trackId, 11)).toMatchObject({ code: 'too_few_reviews', details: { left: 10 } });
    expect(await open()).toBe(5);
    expect(await artist.left()).toBe(10);
  });

  test('to a track of another artist, a deleted one, or one that was taken down', async () => {
    const other = await AnArtist.enter(earshot);
    await other.pack();
    expect((await other.add(trackId, 1)).code).toBe('not_found');
    expect((await artist.add(randomUUID(), 1)).code).toBe('not_found');
    await sql(owner(), "update artist_tracks set status = 'taken_down' where id = $1", [trackId]);
    expect((await artist.add(trackId, 1)).code).toBe('track_taken_down');
    await sql(owner(), "update artist_tracks set status = 'active' where id = $1", [trackId]);
    await artist.user.get(api.tracks.deleteTrack, { params: { trackId } });
    expect((await artist.add(trackId, 1)).code).toBe('track_deleted');
    expect(await artist.left()).toBe(15);
  });

  test.each([0, -1, 1.5, 501])('in a number like %d', async (reviews) => {
    expect((await artist.add(trackId, reviews)).status).toBe(400);
    expect((await artist.takeBack(trackId, reviews)).status).toBe(400);
  });
});

describe('reviews cannot be taken back', () => {
  test('beyond the open places, or from a track of another artist', async () => {
    expect(await artist.takeBack(trackId, 6)).toMatchObject({ code: 'too_few_places', details: { open: 5 } });
    const other = await AnArtist.enter(earshot);
    expect((await other.takeBack(trackId, 1)).code).toBe('not_found');
    await artist.user.get(api.tracks.deleteTrack, { params: { trackId } });
    expect(await artist.takeBack(trackId, 1)).toMatchObject({ code: 'too_few_places', details: { open: 0 } });
  });

  test('once listeners have them', async () => {
    await served(2);
    await aReview(owner(), { track: { id: trackId, artistId: artist.id } });
    expect(await artist.takeBack(trackId, 3)).toMatchObject({ code: 'too_few_places', details: { open: 2 } });
    expect((await artist.takeBack(trackId, 2)).answer).toEqual({ takenBack: 2, left: 12 });
    expect(await artist.track(trackId)).toMatchObject({ openPlaces: 0, reviewTarget: 3 });
  });
});

test('added reviews open places at once, and return to the same lot when they are taken back', async () => {
  expect((await artist.add(trackId, 7)).answer).toEqual({ assigned: 7, left: 3 });
  expect(await open()).toBe(12);
  expect((await artist.takeBack(trackId, 9)).answer).toEqual({ takenBack: 9, left: 12 });
  expect(await open()).toBe(3);
  // Those that were added last go back first.
  expect(await lots()).toEqual([
    { source: 'pack', left: 7 },
    { source: 'free', left: 5 },
  ]);
});

test('a repeated request adds and takes back once, and its key works for nothing else', async () => {
  const key = randomUUID();
  await Promise.all([artist.add(trackId, 4, key), artist.add(trackId, 4, key)]);
  expect((await artist.add(trackId, 4, key)).answer).toEqual({ assigned: 4, left: 6 });
  expect(await open()).toBe(9);
  expect((await artist.add(trackId, 5, key)).code).toBe('key_reused');
  const back = randomUUID();
  await Promise.all([artist.takeBack(trackId, 3, back), artist.takeBack(trackId, 3, back)]);
  expect(await open()).toBe(6);
});

test('two tabs that assign the last ten get them once', async () => {
  const outcomes = await Promise.all([artist.add(trackId, 10), artist.add(trackId, 10)]);
  expect(outcomes.map(({ status }) => status).sort()).toEqual([201, 409]);
  expect(await artist.left()).toBe(0);
  expect(await open()).toBe(15);
});

test('adding and taking back at the same time loses nothing', async () => {
  for (let round = 0; round < 5; round += 1) {
    await Promise.all([artist.add(trackId, 3), artist.takeBack(trackId, 2), artist.add(trackId, 1)]);
    expect((await artist.left()) + (await open())).toBe(15);
    await artist.takeBack(trackId, (await open()) - 5);
  }
});

test('taking back while listeners are served leaves each of them a place', async () => {
  const [listeners, back] = await Promise.all([
    served(5),
    Promise.all([1, 2, 3, 4, 5].map(() => artist.takeBack(trackId, 1))),
  ]);
  const holding = listeners.filter(({ answer }) => answer?.track?.trackId === trackId).length;
  const returned = back.filter(({ answer }) => answer).length;
  expect(holding + returned).toBe(5);
  expect(await sqlRow(owner(), 'select open_places from artist_tracks where id = $1', [trackId])).toEqual({
    open_places: 0,
  });
});

test('a deleted track returns what nobody has used, and a listener who has it may finish', async () => {
  await artist.add(trackId, 10);
  await aReview(owner(), { track: { id: trackId, artistId: artist.id } });
  await artist.user.get(api.tracks.deleteTrack, { params: { trackId } });
  expect(await artist.left()).toBe(14);
  expect(await open()).toBe(0);
});

test('a rejected review opens its place again, and takes the next one when that is undone', async () => {
  const adminId = await anAdmin(owner());
  const { id } = await aReview(owner(), { track: { id: trackId, artistId: artist.id } });
  const reject = { status: 'rejected', reason: 'copied', sentence: 'This is another review again.' } as const;
  const rejected = () => decideReview(earshot.deps, adminId, id, reject);
  const undone = () => undoDecision(earshot.deps, adminId, id);
  const place = async () =>
    (await sqlRow(owner(), 'select assignment_id as place from reviews where id = $1', [id])).place;
  expect(await open()).toBe(4);
  await rejected();
  expect([await open(), await place()]).toEqual([5, null]);
  await undone();
  expect([await open(), await place()]).toEqual([4, expect.any(String)]);
  await rejected();
  await artist.takeBack(trackId, 5);
  // Nobody has a place for it, so the house pays it.
  await undone();
  expect([await open(), await place()]).toEqual([0, null]);
  await artist.add(trackId, 1);
  expect(await open()).toBe(1);
});

test('the forecast of more reviews is what adding them promises', async () => {
  await artist.supply();
  const forecast = () =>
    artist.user.call(api.balance.forecastReviews, { params: { trackId }, query: { reviews: '8' } });
  expect((await forecast()).answer).toMatchObject({ reviews: 8, dated: 5 });
  const shown = (await forecast()).answer;
  await artist.add(trackId, 8);
  const promised = (await artist.track(trackId)).assignments.filter(({ promise }) => promise === 'open');
  expect(promised.map(({ dated, promisedAt }) => [dated, promisedAt])).toEqual([[5, shown?.promisedAt]]);
  expect((await forecast()).code).toBe('too_few_reviews');
});

test('no date is promised for more reviews than there are listeners for all that a track has', async () => {
  await artist.supply(400, 34);
  await artist.pack('twenty');
  await artist.add(trackId, 10);
  expect(await open()).toBe(15);
  const promised = async (reviews: number) => {
    earshot.clock.advance(60);
    const asked = { params: { trackId }, query: { reviews: String(reviews) } };
    const said = (await artist.user.get(api.balance.forecastReviews, asked)).promisedAt;
    await artist.add(trackId, reviews);
    const [newest] = (await artist.track(trackId)).assignments;
    expect(newest?.promisedAt ?? null).toBe(said);
    return said !== null;
  };
  expect(await promised(10)).toBe(false);
  expect(await promised(4)).toBe(true);
  expect(await promised(3)).toBe(false);
  expect(await promised(1)).toBe(true);
});
