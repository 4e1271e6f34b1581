import { beforeEach, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import type { ApiUser } from '#tests/support/people/api-user.ts';
import type { Earshot } from '#tests/support/world/earshot.ts';
import { anArtist, aTrack } from '#tests/support/world/rows.ts';
import { sharedEarshot } from '#tests/support/world/shared-earshot.ts';
import { sql } from '#tests/support/world/sql.ts';

const shared = sharedEarshot();
let earshot: Earshot;
let listener: ApiUser;

const owner = () => earshot.testDatabase.ownerDatabase;

beforeEach(async () => {
  earshot = shared();
  listener = await earshot.signIn({ userType: 'listener' });
});

/** So many tracks of one artist, one after the other. */
async function tracksOf(count: number, track: { priorityWeight?: 1 | 2 | 3 } = {}): Promise<string[]> {
  const artistId = await anArtist(owner());
  const ids: string[] = [];
  for (let i = 0; i < count; i += 1) ids.push((await aTrack(owner(), { artistId, ...track })).id);
  return ids;
}

/** Serves so many tracks, each of which is reviewed. */
async function served(count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let i = 0; i < count; i += 1) {
    const { track } = await listener.get(api.listening.nextTrack, { body: {} });
    if (!track) break;
    ids.push(track.trackId);
    await sql(
      owner(),
      `with done as (update leases set closed_at = $2, outcome = 'reviewed'
          where listener_id = $1 and closed_at is null returning track_id, listener_id)
       insert into skipped_tracks (listener_id, track_id, skipped_at) select listener_id, track_id, $2 from done`,
      [listener.userId, earshot.clock.now()],
    );
    earshot.clock.advance(60);
  }
  return ids;
}

test('the queue serves another artist next if the window holds one', async () => {
  const first = await tracksOf(3);
  const second = await tracksOf(3);
  const ids = await served(4);
  expect(ids).toEqual([first[0], second[0], first[1], second[1]]);
});

test('artists served twice in thirty days come after the others until thirty days have passed', async () => {
  const first = await tracksOf(4);
  const second = await tracksOf(2);
  const third = await tracksOf(1);
  expect(await served(4)).toEqual([first[0], second[0], first[1], second[1]]);
  const [next] = await served(1);
  expect(next).toBe(third[0]);
  earshot.clock.advance(31 * 86_400);
  listener = await earshot.signInAgain(listener.userId);
  expect(await served(1)).toEqual([first[2]]);
});

test('a heavier track comes before a lighter one of another artist', async () => {
  const light = await tracksOf(1, { priorityWeight: 1 });
  const heavy = await tracksOf(2, { priorityWeight: 3 });
  expect(await served(3)).toEqual([...heavy, ...light]);
});

test('tracks beyond the first 32 are not considered', async () => {
  const many = await tracksOf(34);
  await tracksOf(1);
  expect(await served(2)).toEqual(many.slice(0, 2));
});

test('serving the same track again does not count as meeting its artist again', async () => {
  const [first = ''] = await tracksOf(1);
  await listener.get(api.listening.nextTrack, { body: {} });
  await listener.get(api.listening.skipTrack, { body: { trackId: first } });
  await listener.get(api.listening.nextTrack, { body: { trackId: first } });
  const met = await sql(owner(), 'select met_before from met_artists where listener_id = $1', [
    listener.userId,
  ]);
  expect(met).toEqual([{ met_before: null }]);
});
