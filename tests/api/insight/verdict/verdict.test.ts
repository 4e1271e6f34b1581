import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { refreshComparisons } from '#server/insight/verdict/refresh-verdict.ts';
import type { ApiUser } from '#tests/support/people/api-user.ts';
import { type Earshot, startEarshot } from '#tests/support/world/earshot.ts';
import { aListener, aReview, aTrack } from '#tests/support/world/rows.ts';
import { sql, sqlRow } from '#tests/support/world/sql.ts';

let earshot: Earshot;
let artist: ApiUser;
beforeAll(async () => {
  earshot = await startEarshot();
  artist = await earshot.signIn({ userType: 'artist' });
});
afterAll(() => earshot.close());

const owner = () => earshot.testDatabase.ownerDatabase;
const verdictOf = (trackId: string, reader = artist) =>
  reader.get(api.verdict.readVerdict, { params: { trackId } });
const ownTrack = (artistId = artist.userId) => aTrack(owner(), { artistId });

/** Someone who heard the whole track and went on for so many seconds after the paid minute. */
async function aHearing(trackId: string, unpaidSeconds: number, stop = 'sent'): Promise<string> {
  const listenerId = await aListener(owner());
  await sql(owner(), "insert into heard_seconds values ($1, $2, '{[0,120)}')", [trackId, listenerId]);
  await sql(
    owner(),
    `insert into stays (track_id, listener_id, minute_at, whole_minute, chosen_at, unpaid_ms, reported_at, stop)
     values ($1, $2, clock_timestamp(), true, now(), $3, now(), $4)`,
    [trackId, listenerId, unpaidSeconds * 1000, stop],
  );
  return listenerId;
}

const aMark = (track: { id: string; artistId: string }, listenerId: string, kind: string, second: number) =>
  sql(owner(), 'insert into moments values ($1, $2, $3, $4, $5, now())', [
    track.id,
    listenerId,
    track.artistId,
    kind,
    second,
  ]);

describe("a track's verdict is visible only to its artist", () => {
  test('another artist and a listener get not found', async () => {
    const { id: trackId } = await ownTrack();
    for (const userType of ['artist', 'listener'] as const) {
      const other = await earshot.signIn({ userType });
      expect(await other.call(api.verdict.readVerdict, { params: { trackId } })).toMatchObject({
        code: 'not_found',
      });
    }
  });

  test("other artists' tracks are left out of the list", async () => {
    const { id } = await aTrack(owner());
    const own = await ownTrack();
    const body = { trackIds: [id, own.id] };
    expect(await artist.get(api.verdict.listVerdicts, { body })).toEqual({
      verdicts: [{ trackId: own.id, staying: null, clusters: [] }],
    });
  });
});

test('a track without listeners has an empty verdict', async () => {
  const { id } = await ownTrack();
  expect(await verdictOf(id)).toMatchObject({
    track: { id },
    reviews: { items: [], nextCursor: null },
    staying: { listeners: 0, notYetCounted: 0, curve: [], comparison: null },
    rating: null,
    marks: [],
    clusters: [],
    mentions: [],
  });
});

test('unpaid seconds are shown from five listeners on, in steps of three', async () => {
  const { id } = await ownTrack();
  for (let i = 0; i < 4; i += 1) await aHearing(id, 30);
  expect((await verdictOf(id)).staying).toMatchObject({ listeners: 0, stayed: 0, notYetCounted: 4 });
  await aHearing(id, 0);
  expect((await verdictOf(id)).staying).toMatchObject({ listeners: 5, stayed: 4, notYetCounted: 0 });
  await aHearing(id, 30);
  await aHearing(id, 30);
  expect((await verdictOf(id)).staying).toMatchObject({ listeners: 5, stayed: 4, notYetCounted: 2 });
  await aHearing(id, 0);
  expect((await verdictOf(id)).staying).toMatchObject({ listeners: 8, stayed: 6, half: { seconds: 30 } });
});

describe('clusters', () => {
  test('are computed by a job, stored, and found once nine of ten mark one moment', async () => {
    const track = await ownTrack();
    const listeners = await Promise.all(Array.from({ length: 10 }, () => aHearing(track.id, 60, 'end')));
    for (const [at, listenerId] of listeners.slice(0, 9).entries())
      await aMark(track, listenerId, 'lost', 70 + (at % 4));
    const before = await verdictOf(track.id);
    expect(before).toMatchObject({ clusters: [], isComputing: true });
    expect(before.marks.reduce((sum, { count }) => sum + count, 0)).toBe(9);
    await earshot.runJobs();
    const after = await verdictOf(track.id);
    expect(after.isComputing).toBe(false);
    expect(after.clusters).toEqual([{ kind: 'lost', from: 66, to: 74, people: 9, heardBy: 10 }]);
    const [line] = (await artist.get(api.verdict.listVerdicts, { body: { trackIds: [track.id] } })).verdicts;
    expect(line).toMatchObject({ staying: { stayed: 8, listeners: 8 }, clusters: after.clusters });
  });

  test('are recomputed after a change, at most once a minute', async () => {
    const track = await ownTrack();
    const listenerId = await aHearing(track.id, 0);
    await verdictOf(track.id);
    await earshot.runJobs();
    const computed = async () =>
      (await sqlRow(owner(), 'select computed_at from track_verdicts where track_id = $1', [track.id]))
        .computed_at;
    const first = await computed();
    await aMark(track, listenerId, 'love', 40);
    expect((await verdictOf(track.id)).isComputing).toBe(true);
    await verdictOf(track.id);
    await earshot.runJobs();
    expect(await computed()).toEqual(first);
    const jobs = await sql(
      owner(),
      "select run_at > now() + interval '30 s' as waits from graphile_worker.jobs where key like $1",
      [`refresh-verdict:${track.id}`],
    );
    expect(jobs).toEqual([{ waits: true }]);
  });
});

test('topics mentioned in reviews are counted', async () => {
  const track = await ownTrack();
  for (const comment of ['The drums rush.', 'I like the drums and the intro.'])
    await aReview(owner(), { track, comment });
  await verdictOf(track.id);
  await earshot.runJobs();
  expect((await verdictOf(track.id)).mentions).toEqual([
    { topic: 'drums', count: 2 },
    { topic: 'intro', count: 1 },
  ]);
});

describe('the comparison with other tracks', () => {
  test('needs ten tracks by five other artists, then names the genre and their number', async () => {
    const track = await ownTrack();
    for (let i = 0; i < 5; i += 1) await aReview(owner(), { track, rating: 5 });
    const read = async () => {
      await refreshComparisons(earshot.deps);
      await sql(owner(), 'delete from track_verdicts where track_id = $1', [track.id]);
      await verdictOf(track.id);
      await earshot.runJobs();
      return (await verdictOf(track.id)).rating;
    };
    expect(await read()).toMatchObject({ mean: 5, comparison: null });
    const artists = await Promise.all(
      Array.from({ length: 5 }, async () => (await earshot.signIn({ userType: 'artist' })).userId),
    );
    for (let i = 0; i < 10; i += 1) {
      const other = await ownTrack(artists[i % 5] ?? randomUUID());
      for (const rating of [2, 3, 3, 4, 3] as const) await aReview(owner(), { track: other, rating });
    }
    const rating = await read();
    expect(rating?.comparison).toMatchObject({ genre: 'indie', tracks: 10, claim: null });
    expect(rating?.comparison?.mean).toBeCloseTo(3, 1);
    // With a genre around 3, five times five stars are less sure to be 5.
    expect(rating?.interval.low).toBeLessThan(4.2);
  });

  test('counts who stayed five seconds, without listeners who are linked with an artist or let everything run, on the page and in the comparison', async () => {
    const track = await ownTrack();
    for (const unpaidSeconds of [0, 0, 4.999, 5, 5]) {
      await aReview(owner(), { track, rating: 3 });
      await aHearing(track.id, unpaidSeconds);
    }
    // Cut off too early to say whether they stayed.
    for (const stop of ['end', 'lost']) await aHearing(track.id, 4.999, stop);
    const linked = await aHearing(track.id, 40, 'end');
    for (const userId of [artist.userId, linked])
      await sql(
        owner(),
        `insert into evidence (user_id, kind, day, mark, first_at, last_at)
         values ($1, 'device', current_date, 'one-browser-of-two-peo', now(), now())`,
        [userId],
      );
    await aReview(owner(), { track, listenerId: linked, rating: 5 });
    const runner = await aHearing(track.id, 40, 'end');
    for (let i = 0; i < 19; i += 1) {
      const other = await aTrack(owner());
      await sql(
        owner(),
        `insert into stays (track_id, listener_id, minute_at, whole_minute, reported_at, stop)
         values ($1, $2, now(), true, now(), 'end')`,
        [other.id, runner],
      );
    }
    await refreshComparisons(earshot.deps);
    expect(await verdictOf(track.id)).toMatchObject({
      staying: { listeners: 5, stayed: 2, leftOut: 2 },
      stars: [0, 0, 5, 0, 0],
      reviewsLeftOut: 1,
      rating: { mean: 3 },
      // The linked account's seconds are none of the track's first minute either.
      firstMinute: { listeners: 8 },
      track: { reviewCount: 6 },
    });
    expect(
      await sqlRow(
        owner(),
        'select listeners, stayed, reviews, rating_mean as mean from compared_tracks where track_id = $1',
        [track.id],
      ),
    ).toEqual({ listeners: 5, stayed: 2, reviews: 5, mean: 3 });
    // Below five counted reviews it is not compared with others anymore.
    await sql(
      owner(),
      `update users set is_test = true where id in
         (select listener_id from reviews where track_id = $1 and listener_id <> $2 limit 3)`,
      [track.id, linked],
    );
    await refreshComparisons(earshot.deps);
    expect(await sql(owner(), 'select from compared_tracks where track_id = $1', [track.id])).toEqual([]);
  });
});
