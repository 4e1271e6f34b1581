import { beforeEach, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { settlePanels } from '#server/music/tracks/panels.ts';
import type { ApiUser } from '#tests/support/people/api-user.ts';
import type { Earshot } from '#tests/support/world/earshot.ts';
import { aListener, anAdmin, aReview, aTrack } from '#tests/support/world/rows.ts';
import { sharedEarshot } from '#tests/support/world/shared-earshot.ts';
import { sql } from '#tests/support/world/sql.ts';

const shared = sharedEarshot();
let earshot: Earshot;
let artist: ApiUser;
let former: { id: string; artistId: string };
let next: { id: string; artistId: string };

const owner = () => earshot.testDatabase.ownerDatabase;
const fiveDays = 5 * 24 * 3600;

beforeEach(async () => {
  earshot = shared();
  artist = await earshot.signIn({ userType: 'artist' });
  former = await aTrack(owner(), { artistId: artist.userId, title: 'Night Bus' });
  next = await aTrack(owner(), { artistId: artist.userId, title: 'Night Bus', reviewTarget: 60 });
  await sql(owner(), 'update artist_tracks set predecessor_id = $1, version = 2 where id = $2', [
    former.id,
    next.id,
  ]);
});

async function panelOf(size: number): Promise<void> {
  const now = earshot.clock.now();
  await sql(
    owner(),
    `insert into version_panels (track_id, former_id, size, began_at, ends_at)
     values ($1, $2, $3, $4, $4::timestamptz + interval '5 days')`,
    [next.id, former.id, size, now],
  );
}

/** So many returning reviewers choose this and send their review. */
async function choose(choice: 'new' | 'former' | 'none', people: number): Promise<string[]> {
  const reviews: string[] = [];
  for (let i = 0; i < people; i += 1) {
    const listenerId = await aListener(owner());
    reviews.push((await aReview(owner(), { listenerId, track: next })).id);
    await sql(
      owner(),
      `insert into version_comparisons (track_id, listener_id, artist_id, began_at, choice, chosen_at)
       values ($1, $2, $3, now(), $4, now())`,
      [next.id, listenerId, next.artistId, choice],
    );
  }
  return reviews;
}

/** The five days go by; the artist signs in again. */
async function endDays(): Promise<void> {
  earshot.clock.advance(fiveDays);
  artist = await earshot.signInAgain(artist.userId);
  await settlePanels(earshot.deps);
}

const result = async (trackId = next.id) =>
  (await artist.get(api.verdict.readVersionResult, { params: { trackId } })).result;

test("another artist's track is not found, and a first version has no comparison", async () => {
  const other = await aTrack(owner());
  const refused = await artist.call(api.verdict.readVersionResult, { params: { trackId: other.id } });
  expect(refused).toMatchObject({ status: 404, code: 'not_found' });
  expect(await result(former.id)).toBeNull();
  expect(await result()).toMatchObject({ version: 2, panel: null, moments: [] });
});

test('before the panel is over there are counts and no winner, however clear they are', async () => {
  await panelOf(20);
  await choose('new', 8);
  await settlePanels(earshot.deps);
  expect((await result())?.panel).toMatchObject({
    ...{ preferredNew: 8, preferredFormer: 0, noDifference: 0 },
    ...{ endedAt: null, interval: null, winner: null },
  });
});

test('a full panel is decided once: 16 of 20 means 56% to 94%, and later rejections change nothing', async () => {
  await panelOf(23);
  const [rejected] = await choose('new', 16);
  await choose('former', 4);
  await choose('none', 3);
  await settlePanels(earshot.deps);
  const called = (await result())?.panel;
  expect(called).toMatchObject({ preferredNew: 16, preferredFormer: 4, noDifference: 3, winner: 'new' });
  expect(called?.interval?.low).toBeCloseTo(0.563, 3);
  expect(called?.interval?.high).toBeCloseTo(0.943, 3);
  await sql(owner(), "select ledger.reject_review($1, $2, 'copied', 'This is another review again.')", [
    rejected,
    await anAdmin(owner()),
  ]);
  expect((await result())?.panel).toEqual(called);
});

test('a choice does not count if its review was rejected before the end', async () => {
  await panelOf(20);
  const [rejected] = await choose('new', 7);
  await sql(owner(), "select ledger.reject_review($1, $2, 'copied', 'This is another review again.')", [
    rejected,
    await anAdmin(owner()),
  ]);
  await endDays();
  expect((await result())?.panel).toMatchObject({ preferredNew: 6, winner: 'new' });
});

test('after five days the panel is decided; with fewer than six choices there are only counts', async () => {
  await panelOf(20);
  await choose('new', 5);
  await choose('none', 4);
  await endDays();
  const panel = (await result())?.panel;
  expect(panel).toMatchObject({ preferredNew: 5, noDifference: 4, interval: null, winner: null });
  expect(panel?.endedAt).not.toBeNull();
});

test('a comparison ended by deleting the former version has no winner, and says why', async () => {
  await panelOf(20);
  await choose('new', 9);
  await artist.get(api.tracks.deleteTrack, { params: { trackId: former.id } });
  await settlePanels(earshot.deps);
  expect((await result())?.panel).toMatchObject({
    preferredNew: 9,
    isBroken: true,
    interval: null,
    winner: null,
  });
});

test('two similar results are too close to call', async () => {
  await panelOf(10);
  await choose('new', 6);
  await choose('former', 4);
  await settlePanels(earshot.deps);
  const panel = (await result())?.panel;
  expect(panel?.winner).toBeNull();
  expect(panel?.interval?.low).toBeLessThan(0.5);
  expect(panel?.interval?.high).toBeGreaterThan(0.5);
});

test('marked moments say whether they stand out now or before', async () => {
  const keep = (trackId: string, clusters: object[]) =>
    sql(
      owner(),
      `insert into track_verdicts (track_id, artist_id, basis, computed_at, verdict) values ($1, $2, 'x', now(), $3)`,
      [trackId, artist.userId, JSON.stringify({ clusters, mentions: [], stays: null })],
    );
  await keep(former.id, [{ kind: 'lost', from: 60, to: 68, people: 5, heardBy: 9 }]);
  await keep(next.id, [{ kind: 'love', from: 40, to: 48, people: 6, heardBy: 9 }]);
  expect((await result())?.moments).toMatchObject([
    { kind: 'love', from: 40, standsOut: 'now' },
    { kind: 'lost', from: 60, standsOut: 'before' },
  ]);
});
