import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { anAdmin, anArtist, aPerson, aRejectedReview, aReview, aTrack } from '#tests/support/rows.ts';
import { sql } from '#tests/support/sql.ts';

let world: TestDatabase;
beforeAll(async () => {
  world = await createTestDatabase();
});
afterAll(() => world.drop());

const kept = () =>
  sql(
    world.ownerDatabase,
    'select counted, sum(number)::integer as number from platform_counts group by counted having sum(number) <> 0 order by 1',
  );

test('what is kept of tracks, people and reviews is what counting them anew finds, however they have changed', async () => {
  const owner = world.ownerDatabase;
  await aPerson(owner);
  const artistId = await anArtist(owner);
  const track = await aTrack(owner, { artistId, genre: 'jazz' });
  await aTrack(owner, { artistId, genre: 'jazz' });
  await sql(owner, "update artist_tracks set genre = 'folk' where id = $1", [track.id]);
  const gone = await aTrack(owner, { genre: 'metal' });
  await sql(owner, "update artist_tracks set status = 'deleted' where id = $1", [gone.id]);
  const approved = await aReview(owner);
  await sql(owner, 'select ledger.approve_review($1, $2)', [approved.id, await anAdmin(owner)]);
  await aReview(owner, { track });
  await aRejectedReview(owner);
  const appealed = await aRejectedReview(owner);
  await sql(owner, "update reviews set appeal = 'It is not.', appealed_at = now() where id = $1", [
    appealed.id,
  ]);
  await Promise.all(Array.from({ length: 20 }, () => aReview(owner, { track })));

  const before = await kept();
  await sql(owner, 'select recount_platform()');
  expect(before).toEqual(await kept());
  expect(before).toEqual(
    expect.arrayContaining([
      { counted: 'tracks of folk', number: 1 },
      { counted: 'tracks of jazz', number: 1 },
      { counted: 'reviews', number: 22 },
      { counted: 'reviews waiting', number: 22 },
    ]),
  );
  expect(before.map(({ counted }) => counted)).not.toContain('tracks of metal');
});
