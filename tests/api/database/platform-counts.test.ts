import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/support/world/database.ts';
import { anAdmin, anArtist, aPerson, aRejectedReview, aReview, aTrack } from '#tests/support/world/rows.ts';
import { sql } from '#tests/support/world/sql.ts';

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

test('stored counts of tracks, users, reviews and payouts match a recount after any change', async () => {
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

  const payout = (listenerId: string, amount: number) =>
    sql(
      owner,
      `insert into payout_requests (listener_id, amount_cents, request_key) values ($1, $2, gen_random_uuid()) returning id`,
      [listenerId, amount],
    );
  await payout(await aPerson(owner, { userType: 'listener' }), 510);
  const [cancelled] = await payout(await aPerson(owner, { userType: 'listener' }), 700);
  await sql(owner, "update payout_requests set status = 'cancelled', processed_at = now() where id = $1", [
    cancelled?.id,
  ]);
  // Flagged before there is a profile, as the test kit does.
  const [test] = await sql(
    owner,
    "insert into users (email, email_normalized, password_hash, is_test) values ('t@x.org', 't@x.org', 'none', true) returning id",
  );
  await sql(
    owner,
    "insert into profiles (user_id, username, display_name, user_type) values ($1, 'tester', 'Tester', 'listener')",
    [test?.id],
  );
  await payout(String(test?.id), 900);

  const before = await kept();
  await sql(owner, 'select recount_platform()');
  expect(before).toEqual(await kept());
  expect(before).toEqual(
    expect.arrayContaining([
      { counted: 'tracks of folk', number: 1 },
      { counted: 'tracks of jazz', number: 1 },
      { counted: 'reviews', number: 22 },
      { counted: 'reviews waiting', number: 22 },
      { counted: 'payouts waiting', number: 1 },
      { counted: 'cents of payouts waiting', number: 510 },
    ]),
  );
  expect(before.map(({ counted }) => counted)).not.toContain('tracks of metal');
});
