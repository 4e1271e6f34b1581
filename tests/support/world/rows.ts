import { randomBytes, randomUUID } from 'node:crypto';
import type { Queryable } from '#server/adapters/database/database.ts';
import { dummyHash } from '#server/identity/passwords.ts';
import { sql } from './sql.ts';

// Rows as they stand after the product made them, written by the owner of the database.

export interface Person {
  readonly userType?: 'artist' | 'listener' | null;
  readonly displayName?: string;
  readonly suspended?: boolean;
  readonly admin?: boolean;
}

/** A confirmed user with a profile. Returns the id. */
export async function aPerson(db: Queryable, person: Person = {}): Promise<string> {
  const { userType = null, displayName = 'Robin', suspended = false, admin = false } = person;
  const id = randomUUID();
  await sql(
    db,
    `insert into users (id, email, email_normalized, password_hash, confirmed_at, suspended_at)
     values ($1, $2, $2, $4, now(), case when $3::boolean then now() end)`,
    [id, `${id}@example.org`, suspended, dummyHash],
  );
  await sql(db, 'insert into profiles (user_id, username, display_name, user_type) values ($1, $2, $3, $4)', [
    id,
    id,
    displayName,
    userType,
  ]);
  if (admin) await sql(db, "insert into user_roles (user_id, role) values ($1, 'admin')", [id]);
  return id;
}

export const aListener = (db: Queryable, person: Person = {}) =>
  aPerson(db, { userType: 'listener', displayName: 'Lee Listener', ...person });
export const anArtist = (db: Queryable, person: Person = {}) =>
  aPerson(db, { userType: 'artist', displayName: 'Ada Artist', ...person });
export const anAdmin = (db: Queryable, person: Person = {}) =>
  aPerson(db, { displayName: 'Ari Admin', admin: true, ...person });

export interface Track {
  readonly artistId?: string;
  readonly title?: string;
  readonly genre?: string;
  readonly priorityWeight?: 1 | 2 | 3;
  readonly reviewTarget?: number;
  readonly status?: 'active' | 'deleted';
}

/**
 * An uploaded track with its audio file, by a new artist unless one is given. It is at least a millisecond younger than the track
 * before it, as the queue goes by age.
 */
export async function aTrack(db: Queryable, track: Track = {}): Promise<{ id: string; artistId: string }> {
  const artistId = track.artistId ?? (await anArtist(db));
  const [id, audioFileId, content] = [randomUUID(), randomUUID(), randomBytes(32)];
  await sql(
    db,
    `insert into audio_files
       (id, artist_id, storage_key, byte_length, duration_ms, sample_count, sample_rate, content_sha256)
     values ($1, $2, $3, 1000000, 120000, 5292000, 44100, $4)`,
    [audioFileId, artistId, `audio/${audioFileId}`, content],
  );
  const {
    title = 'Night Bus',
    genre = 'indie',
    priorityWeight = 1,
    reviewTarget = 5,
    status = 'active',
  } = track;
  await sql(
    db,
    `insert into artist_tracks
       (id, artist_id, audio_file_id, title, genre, priority_weight, status, content_sha256, created_at)
     select $1, $2, $3, $4, $5, $6, $7, $8, greatest(now(), max(created_at) + interval '1 ms')
     from artist_tracks where created_at < now() + interval '1 second'`,
    [id, artistId, audioFileId, title, genre, priorityWeight, status, content],
  );
  await giveReviews(db, id, reviewTarget, priorityWeight);
  return { id, artistId };
}

/** Reviews of a lot of its own for a track, assigned when it was uploaded. */
export async function giveReviews(
  db: Queryable,
  trackId: string,
  reviews: number,
  weight = 1,
): Promise<void> {
  if (reviews === 0) return;
  await sql(
    db,
    `with lot as (
       insert into review_lots (artist_id, source, reviews, created_at, opens_at, expires_at)
       select artist_id, 'before', $2, created_at, created_at, created_at + interval '12 months'
         from artist_tracks where id = $1 returning id)
     insert into assignments (lot_id, track_id, reviews, weight, assigned_at)
     select lot.id, track.id, $2, $3, track.created_at from lot, artist_tracks track where track.id = $1`,
    [trackId, reviews, weight],
  );
}

export interface Review {
  readonly listenerId?: string;
  readonly track?: { readonly id: string; readonly artistId: string };
  readonly rating?: 1 | 2 | 3 | 4 | 5;
  readonly comment?: string;
  readonly createdAt?: Date;
}

export interface ReviewRow {
  readonly id: string;
  readonly listenerId: string;
  readonly track: { readonly id: string; readonly artistId: string };
}

/** A pending review, counted by its track as a submission does; of a new track by a new listener unless given. */
export async function aReview(db: Queryable, review: Review = {}): Promise<ReviewRow> {
  const listenerId = review.listenerId ?? (await aListener(db));
  const track = review.track ?? (await aTrack(db));
  const { rating = 4, comment = 'A warm voice and a bass line that stays.', createdAt = new Date() } = review;
  const id = randomUUID();
  await sql(
    db,
    `insert into reviews
       (id, track_id, listener_id, artist_id, rating, comment, listening_time, review_month, created_at, assignment_id)
     select $1, $2, $3, $4, $5, $6, 60, date_trunc('month', $7::timestamptz at time zone 'UTC'), $7,
       case when has_bounds(person) then next_place($2, false) end
     from users person where person.id = $3`,
    [id, track.id, listenerId, track.artistId, rating, comment, createdAt],
  );
  await sql(
    db,
    'update artist_tracks set review_count = review_count + 1, rating_sum = rating_sum + $2 where id = $1',
    [track.id, rating],
  );
  return { id, listenerId, track };
}

/** A review that an admin has rejected. */
export async function aRejectedReview(db: Queryable, review: Review = {}): Promise<ReviewRow> {
  const made = await aReview(db, review);
  const reject = "select ledger.reject_review($1, $2, 'copied', 'This is another review again.')";
  await sql(db, reject, [made.id, await anAdmin(db)]);
  return made;
}
