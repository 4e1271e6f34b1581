import { integer, timestamp, uuid } from '../adapters/database/columns.ts';
import { statement } from '../adapters/database/statement.ts';

/** The unused part of everything returned to an artist. */
export const readGivenBack = statement({
  takes: { artistId: uuid },
  gives: { uploads: integer, reviews: integer },
})`select coalesce(sum(uploads_left), 0)::integer as uploads, coalesce(sum(reviews_left), 0)::integer as reviews
   from given_back where artist_id = ${'artistId'} and (uploads_left > 0 or reviews_left > 0)`;

/** Locks what is left, oldest first, so that concurrent uploads wait for each other. */
export const lockGivenBack = statement({
  takes: { artistId: uuid },
  gives: { trackId: uuid, uploadsLeft: integer, reviewsLeft: integer },
})`select track_id as "trackId", uploads_left as "uploadsLeft", reviews_left as "reviewsLeft" from given_back
   where artist_id = ${'artistId'} and (uploads_left > 0 or reviews_left > 0)
   order by given_at, track_id for update`;

export const spendGivenUpload = statement({ takes: { trackId: uuid }, gives: {} })`
   update given_back set uploads_left = uploads_left - 1 where track_id = ${'trackId'}`;

export const spendGivenReviews = statement({ takes: { trackId: uuid, reviews: integer }, gives: {} })`
   update given_back set reviews_left = reviews_left - ${'reviews'} where track_id = ${'trackId'}`;

/** One row if something was returned for the track. The caller holds the track's lock. */
export const wasGivenBack = statement({ takes: { trackId: uuid }, gives: { trackId: uuid } })`
   select track_id as "trackId" from given_back where track_id = ${'trackId'}`;

/** Once per track: inserts no row if something was returned for it before. */
export const insertGivenBack = statement({
  takes: {
    trackId: uuid,
    artistId: uuid,
    uploads: integer,
    reviews: integer,
    reviewsMoved: integer,
    now: timestamp,
  },
  gives: {},
})`insert into given_back (track_id, artist_id, uploads, uploads_left, reviews, reviews_left, reviews_moved, given_at)
   values (${'trackId'}, ${'artistId'}, ${'uploads'}, ${'uploads'}, ${'reviews'}, ${'reviews'}, ${'reviewsMoved'},
           ${'now'})
   on conflict do nothing`;

/** Returns the upload to the plan while its period still runs; no row after that. */
export const returnUpload = statement({
  takes: { userId: uuid, periodStart: timestamp },
  gives: {},
})`update artist_subscriptions set uploads_used_this_month = uploads_used_this_month - 1
   where user_id = ${'userId'} and active and uploads_used_this_month > 0
     and ${'periodStart'} in (current_period_start, case when plan = 'icon' then started_at end)`;
