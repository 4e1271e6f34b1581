import { afterEach, beforeEach, expect, test } from 'vitest';
import { auditReviews } from '#server/money/books/audit-books.ts';
import { asAdministrator } from '#tests/support/world/administrator.ts';
import { type Earshot, startEarshot } from '#tests/support/world/earshot.ts';
import { aReview } from '#tests/support/world/rows.ts';
import { AnArtist } from './an-artist.ts';

let earshot: Earshot;
beforeEach(async () => {
  earshot = await startEarshot();
});
// The audit at the end would find what was planted.
afterEach(() => earshot.close().catch(() => undefined));

/** As somebody with all rights over the database and no triggers in the way. */
const forge = (statement: string) =>
  asAdministrator(earshot.testDatabase.address, (client) =>
    client.query(`begin; set local session_replication_role = 'replica'; ${statement}; commit`),
  );
const found = async () =>
  (await auditReviews(earshot.deps)).map(({ rule, subject }) => `${rule} ${subject.split(' ')[0]}`);

async function anArtistWithReviews(): Promise<string> {
  const artist = await AnArtist.enter(earshot);
  await artist.pack();
  const trackId = await artist.upload();
  await aReview(earshot.testDatabase.ownerDatabase, { track: { id: trackId, artistId: artist.id } });
  return trackId;
}

test.each([
  [
    'a track with another number of open places',
    'update artist_tracks set open_places = open_places + 1',
    ['R1 track'],
  ],
  ['a track at another rank', 'update artist_tracks set queue_rank = 3', ['R1 track']],
  [
    'a track at another time',
    "update artist_tracks set queue_at = queue_at - interval '1 minute'",
    ['R1 track'],
  ],
  [
    'a lot of which more is used than it brought',
    "update review_lots set reviews = 4 where source = 'pack'",
    ['R2 lot'],
  ],
  [
    'an upload that was not there',
    "update artist_tracks set upload_lot_id = (select id from review_lots where source = 'free')",
    ['R2 lot'],
  ],
])('the audit finds %s', async (_, statement, rules) => {
  await anArtistWithReviews();
  expect(await found()).toEqual([]);
  await forge(statement);
  expect(await found()).toEqual(rules);
});

test('the audit finds places and reviews of somebody else', async () => {
  const [one, other] = [await anArtistWithReviews(), await anArtistWithReviews()];
  await forge(`update assignments set track_id = '${other}' where track_id = '${one}'`);
  const all = await found();
  expect(all).toEqual(expect.arrayContaining(['R1 track', 'R3 assignment', 'R3 review']));
});
