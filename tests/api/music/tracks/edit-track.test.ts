import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Genre } from '#contract/business-rules.ts';
import { api } from '#contract/index.ts';
import type { TrackChange } from '#contract/music/tracks/tracks.ts';
import type { ApiUser } from '#tests/support/people/api-user.ts';
import { type Earshot, startEarshot } from '#tests/support/world/earshot.ts';
import { aTrack } from '#tests/support/world/rows.ts';

let earshot: Earshot;
let artist: ApiUser;
beforeAll(async () => {
  earshot = await startEarshot();
  artist = await earshot.signIn({ userType: 'artist' });
});
afterAll(() => earshot.close());

const ownTrack = (more = {}) =>
  aTrack(earshot.testDatabase.ownerDatabase, { artistId: artist.userId, ...more });

test('another artist’s track, a deleted one and an empty title are rejected', async () => {
  const body = { title: 'Mine now' };
  const other = await aTrack(earshot.testDatabase.ownerDatabase);
  const edit = (trackId: string, change: { title?: string; genre?: Genre }) =>
    artist.call(api.tracks.editTrack, { params: { trackId }, body: change });
  expect((await edit(other.id, body)).code).toBe('not_found');
  expect((await edit((await ownTrack({ status: 'deleted' })).id, body)).code).toBe('track_deleted');
  const { id } = await ownTrack();
  expect((await edit(id, { title: '   ' })).code).toBe('malformed');
  expect((await edit(id, JSON.parse('{"genre":"polka"}'))).code).toBe('malformed');
  expect((await edit(id, { title: 'x'.repeat(121) })).code).toBe('malformed');
});

test('title, genre, description and blind listening change, and only the given ones', async () => {
  const params = { trackId: (await ownTrack({ title: 'Night Bus', genre: 'indie' })).id };
  const edit = (body: TrackChange) => artist.get(api.tracks.editTrack, { params, body });
  expect(await edit({ title: ' Day Bus ', description: 'Take two.' })).toMatchObject({
    title: 'Day Bus',
    genre: 'indie',
    description: 'Take two.',
  });
  expect(await edit({ genre: 'pop' })).toMatchObject({
    title: 'Day Bus',
    genre: 'pop',
    description: 'Take two.',
  });
  expect(await edit({ isBlind: true, description: '' })).toMatchObject({ isBlind: true, description: null });
  expect(await edit({ title: 'Bus' })).toMatchObject({ title: 'Bus', isBlind: true, description: null });
  expect(await edit({ isBlind: false })).toMatchObject({ title: 'Bus', genre: 'pop', isBlind: false });
});

test('simultaneous edits of different fields are all stored', async () => {
  const params = { trackId: (await ownTrack()).id };
  const changes = [{ title: 'Last Bus' }, { genre: 'pop' }, { description: 'Take three.' }] as const;
  await Promise.all(changes.map((body) => artist.get(api.tracks.editTrack, { params, body })));
  expect(await artist.get(api.tracks.readOwnTrack, { params })).toMatchObject(Object.assign({}, ...changes));
});
