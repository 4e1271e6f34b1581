import { randomUUID } from 'node:crypto';
import type { Queryable } from '#server/adapters/database/database.ts';
import { dummyHash } from '#server/identity/passwords.ts';
import type { TestDatabase } from '../world/database.ts';
import { sql } from '../world/sql.ts';

/** A comment that every approval rule finds clean. */
export const anHonestComment =
  'The opening riff pulled me in at once and the drums sit right behind it, tight but never stiff. Around the middle the ' +
  'guitars thicken and I lost the lead for a moment, so I would carve some room there. The ending comes a little early; ' +
  'another turn of that chorus would have earned its place.';

/** What our form counts while a text is typed in a minute. */
export const typedByHand = { typedLetters: 600, pastedLetters: 0, textMilliseconds: 60_000 } as const;

interface Earning {
  readonly testDatabase: Pick<TestDatabase, 'ownerDatabase' | 'database'>;
}

/** Approved reviews of a listener, each of a track of its own: 15 cents apiece. */
export async function earnedBy(
  { testDatabase }: Earning,
  listenerId: string,
  reviews: number,
): Promise<void> {
  const reviewIds = await pendingReviews(testDatabase.ownerDatabase, listenerId, reviews);
  const outcomes = await sql(
    testDatabase.database,
    `select outcome from unnest($1::uuid[]) as id cross join lateral ledger.approve_review(id, null)`,
    [reviewIds],
  );
  const failed = outcomes.find(({ outcome }) => outcome !== 'done');
  if (failed) throw new Error(`The review was not approved: ${String(failed.outcome)}`);
}

/** What `aReview` makes, for many reviews of one listener in a few statements. Returns their ids. */
export async function pendingReviews(db: Queryable, listenerId: string, count: number): Promise<string[]> {
  const ids = () => Array.from({ length: count }, () => randomUUID());
  const [artists, files, tracks, reviews] = [ids(), ids(), ids(), ids()];
  await sql(
    db,
    `insert into users (id, email, email_normalized, password_hash, confirmed_at)
     select id, id || '@example.org', id || '@example.org', $2, now() from unnest($1::uuid[]) as id`,
    [artists, dummyHash],
  );
  await sql(
    db,
    `insert into profiles (user_id, username, display_name, user_type)
     select id, id::text, 'Ada Artist', 'artist' from unnest($1::uuid[]) as id`,
    [artists],
  );
  await sql(
    db,
    `insert into audio_files
       (id, artist_id, storage_key, byte_length, duration_ms, sample_count, sample_rate, content_sha256)
     select file, artist, 'audio/' || file, 1000000, 120000, 5292000, 44100, sha256(file::text::bytea)
       from unnest($1::uuid[], $2::uuid[]) as made (file, artist)`,
    [files, artists],
  );
  await sql(
    db,
    `insert into artist_tracks
       (id, artist_id, audio_file_id, title, genre, priority_weight, status, content_sha256)
     select track, artist, file, 'Night Bus', 'indie', 1, 'active', sha256(file::text::bytea)
       from unnest($1::uuid[], $2::uuid[], $3::uuid[]) as made (track, artist, file)`,
    [tracks, artists, files],
  );
  await sql(
    db,
    `insert into reviews
       (id, track_id, listener_id, artist_id, rating, comment, listening_time, review_month, created_at)
     select review, track, $4, artist, 4, 'A warm voice and a bass line that stays.', 60,
            date_trunc('month', $5::timestamptz at time zone 'UTC'), $5::timestamptz - ($6 - place) * interval '1 ms'
       from unnest($1::uuid[], $2::uuid[], $3::uuid[]) with ordinality as made (review, track, artist, place)`,
    [reviews, tracks, artists, listenerId, new Date(), count],
  );
  await sql(
    db,
    'update artist_tracks set review_count = review_count + 1, rating_sum = rating_sum + 4 where id = any($1)',
    [tracks],
  );
  return reviews;
}
