import { genreKeys } from '#contract/business-rules.ts';
import {
  bigint,
  bytes,
  integer,
  nullable,
  oneOf,
  text,
  timestamp,
  uuid,
  uuidList,
} from '../adapters/database/columns.ts';
import { publicStatement } from '../adapters/database/public-statement.ts';

const publicTrack = {
  id: uuid,
  title: text,
  genre: oneOf(...genreKeys),
  reviewCount: integer,
  ratingSum: integer,
  playCount: integer,
  durationMs: bigint,
  peaks: nullable(bytes),
  createdAt: timestamp,
  artistId: uuid,
  artistName: text,
};

/** Newest first, from behind the position on. */
export const readPublicTracks = publicStatement({
  takes: { createdAt: timestamp, id: uuid, most: integer },
  gives: publicTrack,
})`
    select id, title, genre, review_count as "reviewCount", rating_sum as "ratingSum", play_count as "playCount",
           duration_ms as "durationMs", peaks, created_at as "createdAt", artist_id as "artistId",
           artist_name as "artistName"
      from public_tracks
     where created_at <= ${'createdAt'} and (created_at < ${'createdAt'} or id > ${'id'})
     order by created_at desc, id
     limit ${'most'}::integer`;

// A statement of its own, because one for both would be planned once and serve one of the two badly.
export const readPublicTracksOfGenre = publicStatement({
  takes: { genre: oneOf(...genreKeys), createdAt: timestamp, id: uuid, most: integer },
  gives: publicTrack,
})`
    select id, title, genre, review_count as "reviewCount", rating_sum as "ratingSum", play_count as "playCount",
           duration_ms as "durationMs", peaks, created_at as "createdAt", artist_id as "artistId",
           artist_name as "artistName"
      from public_tracks
     where genre = ${'genre'} and created_at <= ${'createdAt'} and (created_at < ${'createdAt'} or id > ${'id'})
     order by created_at desc, id
     limit ${'most'}::integer`;

/** Of an artist whose page the reader may see: a private one has a page, too, for the artist. */
export const readTracksOfShownArtist = publicStatement({
  takes: { artistId: uuid, createdAt: timestamp, id: uuid, most: integer },
  gives: publicTrack,
})`
    select id, title, genre, review_count as "reviewCount", rating_sum as "ratingSum", play_count as "playCount",
           duration_ms as "durationMs", peaks, created_at as "createdAt", artist_id as "artistId",
           artist_name as "artistName"
      from shown_tracks
     where artist_id = ${'artistId'} and created_at <= ${'createdAt'}
       and (created_at < ${'createdAt'} or id > ${'id'})
     order by created_at desc, id
     limit ${'most'}::integer`;

/** At least 3 reviews and 4 stars on average; the best first, then the most reviewed. */
export const readFeaturedTracks = publicStatement({ takes: { most: integer }, gives: publicTrack })`
    select id, title, genre, review_count as "reviewCount", rating_sum as "ratingSum", play_count as "playCount",
           duration_ms as "durationMs", peaks, created_at as "createdAt", artist_id as "artistId",
           artist_name as "artistName"
      from public_tracks
     where review_count >= 3 and rating_sum >= 4 * review_count
     order by rating_sum::numeric / review_count desc, review_count desc, id
     limit ${'most'}::integer`;

export const readFeaturedTracksOfGenre = publicStatement({
  takes: { genre: oneOf(...genreKeys), most: integer },
  gives: publicTrack,
})`
    select id, title, genre, review_count as "reviewCount", rating_sum as "ratingSum", play_count as "playCount",
           duration_ms as "durationMs", peaks, created_at as "createdAt", artist_id as "artistId",
           artist_name as "artistName"
      from public_tracks
     where genre = ${'genre'} and review_count >= 3 and rating_sum >= 4 * review_count
     order by rating_sum::numeric / review_count desc, review_count desc, id
     limit ${'most'}::integer`;

/** Which of the newest tracks have the words in their title or their artist's name: what is read does not grow with the platform. */
export const findAmongNewest = publicStatement({
  takes: { pattern: text, among: integer },
  gives: { id: uuid },
})`
    with newest as materialized (
      select id, title, artist_id from artist_tracks where status = 'active'
       order by created_at desc, id limit ${'among'}::integer)
    select newest.id from newest join profiles on user_id = newest.artist_id
     where newest.title ilike ${'pattern'} or display_name ilike ${'pattern'}`;

/** The same within one genre. */
export const findAmongNewestOfGenre = publicStatement({
  takes: { pattern: text, genre: oneOf(...genreKeys), among: integer },
  gives: { id: uuid },
})`
    with newest as materialized (
      select id, title, artist_id from artist_tracks where status = 'active' and genre = ${'genre'}
       order by created_at desc, id limit ${'among'}::integer)
    select newest.id from newest join profiles on user_id = newest.artist_id
     where newest.title ilike ${'pattern'} or display_name ilike ${'pattern'}`;

/**
 * The newest with the words in their title and the newest with the words in their artist's name, each by an index of its
 * own; the pattern escapes what LIKE would read.
 */
export const findTracks = publicStatement({
  takes: { pattern: text, most: integer },
  gives: { id: uuid },
})`
    (select id from public_tracks where title ilike ${'pattern'}
      order by created_at desc, id limit ${'most'}::integer)
    union
    (select id from public_tracks where artist_name ilike ${'pattern'}
      order by created_at desc, id limit ${'most'}::integer)`;

/** The same within one genre. */
export const findTracksOfGenre = publicStatement({
  takes: { pattern: text, genre: oneOf(...genreKeys), most: integer },
  gives: { id: uuid },
})`
    (select id from public_tracks where genre = ${'genre'} and title ilike ${'pattern'}
      order by created_at desc, id limit ${'most'}::integer)
    union
    (select id from public_tracks where genre = ${'genre'} and artist_name ilike ${'pattern'}
      order by created_at desc, id limit ${'most'}::integer)`;

/** Of these what everybody may see, the newest first. */
export const readFoundTracks = publicStatement({
  takes: { ids: uuidList, most: integer },
  gives: publicTrack,
})`
    select id, title, genre, review_count as "reviewCount", rating_sum as "ratingSum", play_count as "playCount",
           duration_ms as "durationMs", peaks, created_at as "createdAt", artist_id as "artistId",
           artist_name as "artistName"
      from public_tracks where id = any (${'ids'})
     order by created_at desc, id
     limit ${'most'}::integer`;

/** What `public_tracks` has of each genre. The kept count of all active tracks less the hidden ones: few artists are hidden. */
export const countTracksByGenre = publicStatement({
  takes: {},
  gives: { genre: oneOf(...genreKeys), trackCount: integer },
})`
    with hidden as (
      select user_id from profiles where is_private
      union
      select id from users where suspended_at is not null
    ), counted as (
      select substr(counted, length('tracks of ') + 1) as genre, number as tracks
        from platform_counts where counted like 'tracks of %'
      union all
      select genre, -count(*) from hidden join artist_tracks on artist_id = user_id and status = 'active'
       group by genre)
    select genre, sum(tracks)::integer as "trackCount" from counted group by genre`;
