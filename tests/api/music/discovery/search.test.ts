import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Genre } from '#contract/business-rules.ts';
import { mostTracksFound } from '#contract/business-rules.ts';
import { api } from '#contract/index.ts';
import { type Earshot, startEarshot } from '#tests/support/world/earshot.ts';
import { anArtist, aTrack } from '#tests/support/world/rows.ts';
import { sql } from '#tests/support/world/sql.ts';

let earshot: Earshot;
const owner = () => earshot.testDatabase.ownerDatabase;
beforeAll(async () => {
  earshot = await startEarshot();
});
afterAll(() => earshot.close());

test('tracks are found by title and artist, and wildcard characters are matched literally', async () => {
  const artistId = await anArtist(owner(), { displayName: 'Zebra 100% Crossing' });
  await aTrack(owner(), { artistId, title: 'Quietude' });
  const find = async (words: string) =>
    (await earshot.nobody.get(api.discovery.searchTracks, { query: { words } })).items.map((t) => t.title);
  expect(await find('quIETud')).toEqual(['Quietude']);
  expect(await find('100% cross')).toEqual(['Quietude']);
  expect(await find('Qu')).toEqual(['Quietude']);
  expect(await find('ze')).toEqual(['Quietude']);
  expect(await find('ui')).toEqual([]);
  expect(await find('%%')).toEqual([]);
  expect(await find('zebra_100')).toEqual([]);
});

test.each([
  ['Béla Szőlő', ['Bela', 'szolo', 'BÉLA', 'be\u0301la szo\u030Blo\u030B', 'béla\u00A0szőlő', 'ｂｅｌａ']],
  ['Don’t Look', ["don't", 'don’t', 'donʼt', 'don`t look', 'dont']],
  ['Тёмная ночь', ['темная', 'ТЁМНАЯ', 'тёмная']],
  ['Weiße Straße', ['weisse', 'WEIẞE', 'strasse']],
  ['Łódź Ørsted Ædel Œuvre', ['lodz', 'orsted', 'aedel', 'oeuvre']],
  ['İstanbul Işık', ['istanbul', 'isik', 'ışık']],
  ['ＡＢＣ　ﬁne', ['abc fine', 'ABC']],
  ['Côté–Jardin', ['cote-jardin']],
  ['Έλα', ['ελα']],
  ['بِسْم', ['بسم']],
  ['한국 노래', ['한국', '국 노']],
  ['Soft\u00ADly', ['softly']],
])('%s is found in whichever way it is typed', async (title, typed) => {
  const artistId = await anArtist(owner(), { displayName: 'Numbat' });
  await aTrack(owner(), { artistId, title });
  const decomposedId = await anArtist(owner(), { displayName: title.normalize('NFD') });
  await aTrack(owner(), { artistId: decomposedId, title: 'Same words' });
  for (const words of typed) {
    const { items } = await earshot.nobody.get(api.discovery.searchTracks, { query: { words } });
    expect([words, items.map((item) => item.title).sort()]).toEqual([words, [title, 'Same words'].sort()]);
  }
});

test.each(['’’', '\u0301\u0301', '％％', '＿＿'])('%s finds nothing', async (words) => {
  await aTrack(owner(), { artistId: await anArtist(owner()), title: 'Anything' });
  expect(await earshot.nobody.get(api.discovery.searchTracks, { query: { words } })).toEqual({ items: [] });
});

test('one track is read by its id while it is public', async () => {
  const artistId = await anArtist(owner(), { displayName: 'Quagga' });
  const { id: trackId } = await aTrack(owner(), { artistId, title: 'Stripes' });
  const read = () => earshot.nobody.call(api.discovery.readPublicTrack, { params: { trackId } });
  expect((await read()).answer).toMatchObject({ trackId, title: 'Stripes', artistName: 'Quagga' });
  await sql(owner(), 'update profiles set is_private = true where user_id = $1', [artistId]);
  expect((await read()).code).toBe('not_found');
});

test('a search within a genre finds nothing from other genres', async () => {
  const artistId = await anArtist(owner(), { displayName: 'Okapi Parade' });
  await aTrack(owner(), { artistId, title: 'Low Tide', genre: 'folk' });
  await aTrack(owner(), { artistId, title: 'High Tide', genre: 'punk' });
  const find = async (query: { words: string; genre?: Genre }) =>
    (await earshot.nobody.get(api.discovery.searchTracks, { query })).items.map(({ title }) => title).sort();
  expect(await find({ words: 'tide' })).toEqual(['High Tide', 'Low Tide']);
  expect(await find({ words: 'tide', genre: 'folk' })).toEqual(['Low Tide']);
  expect(await find({ words: 'okapi', genre: 'punk' })).toEqual(['High Tide']);
  expect(await find({ words: 'okapi', genre: 'jazz' })).toEqual([]);
});

test('hidden artists who match do not crowd others out of the results', async () => {
  const seen = await anArtist(owner(), { displayName: 'Otter Yankee' });
  const suspended = await anArtist(owner(), { displayName: 'Otter Zulu', suspended: true });
  const hidden = await anArtist(owner(), { displayName: 'Otter Xray' });
  await sql(owner(), 'update profiles set is_private = true where user_id = $1', [hidden]);
  await aTrack(owner(), { artistId: seen, title: 'Earlier' });
  await aTrack(owner(), { artistId: seen, title: 'Later' });
  for (let number = 0; number < mostTracksFound; number += 1)
    await aTrack(owner(), { artistId: number % 2 === 0 ? suspended : hidden, title: `Unseen ${number}` });
  const { items } = await earshot.nobody.get(api.discovery.searchTracks, { query: { words: 'otter' } });
  expect(items.map(({ title }) => title)).toEqual(['Later', 'Earlier']);
});

test('a rare word is found behind twelve hundred newer tracks, and a frequent word returns the newest tracks', async () => {
  const artistId = await anArtist(owner(), { displayName: 'Busy Beaver' });
  await aTrack(owner(), { artistId, title: 'Platypus Waltz', genre: 'jazz' });
  await sql(
    owner(),
    `with files as (
       insert into audio_files (id, artist_id, storage_key, byte_length, duration_ms, sample_count, sample_rate, content_sha256)
       select gen_random_uuid(), $1, 'audio/busy ' || i, 1000, 120000, 5292000, 44100, sha256(i::text::bytea)
         from generate_series(1, 1200) as i
       returning id, storage_key, content_sha256)
     insert into artist_tracks (id, artist_id, audio_file_id, title, genre, priority_weight, content_sha256, created_at)
     select gen_random_uuid(), $1, id, initcap(substr(storage_key, 7)), 'jazz', 1, content_sha256,
            now() + substr(storage_key, 12)::integer * interval '1 second'
       from files`,
    [artistId],
  );
  const newest = Array.from({ length: mostTracksFound }, (_, place) => `Busy ${1200 - place}`);
  for (const genre of [undefined, 'jazz'] as const) {
    const find = async (words: string) =>
      (
        await earshot.nobody.get(api.discovery.searchTracks, { query: { words, ...(genre && { genre }) } })
      ).items.map(({ title }) => title);
    expect(await find('platypus')).toEqual(['Platypus Waltz']);
    expect(await find('busy')).toEqual(newest);
    expect(await find('beaver')).toEqual(newest);
  }
});

test('a search of titles uses their index', async () => {
  const planOf = (query: string) =>
    owner().transaction(async (tx) => {
      // The tables are small.
      await sql(tx, 'set local enable_seqscan = off');
      await sql(tx, 'set local enable_indexscan = off');
      return JSON.stringify(await sql(tx, `explain ${query}`));
    });
  await sql(owner(), 'vacuum analyze artist_tracks');
  const titles = "select from artist_tracks where status = 'active' and folded_title like '%platypus%'";
  expect(await planOf(titles)).toContain('artist_tracks__title_words');
});
