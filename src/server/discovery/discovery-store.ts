import { bigint, bytes, integer, nullable, text, timestamp, uuid } from '../adapters/database/columns.ts';
import { statement } from '../adapters/database/statement.ts';

const publicTrack = {
  id: uuid,
  title: text,
  genre: text,
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
export const readPublicTracks = statement({
  takes: { createdAt: timestamp, id: uuid, most: integer },
  gives: publicTrack,
})`
    select track.id, track.title, track.genre, track.review_count as "reviewCount",
           track.rating_sum as "ratingSum", track.play_count as "playCount", file.duration_ms as "durationMs",
           file.peaks, track.created_at as "createdAt", track.artist_id as "artistId",
           artist.display_name as "artistName"
      from artist_tracks track
      join audio_files file on file.id = track.audio_file_id
      join profiles artist on artist.user_id = track.artist_id
      join users on users.id = track.artist_id
     where track.status = 'active' and users.suspended_at is null
       and track.created_at <= ${'createdAt'} and (track.created_at < ${'createdAt'} or track.id > ${'id'})
     order by track.created_at desc, track.id
     limit ${'most'}::integer`;

// A statement of its own, because one for both would be planned once and serve one of the two badly.
export const readPublicTracksOfGenre = statement({
  takes: { genre: text, createdAt: timestamp, id: uuid, most: integer },
  gives: publicTrack,
})`
    select track.id, track.title, track.genre, track.review_count as "reviewCount",
           track.rating_sum as "ratingSum", track.play_count as "playCount", file.duration_ms as "durationMs",
           file.peaks, track.created_at as "createdAt", track.artist_id as "artistId",
           artist.display_name as "artistName"
      from artist_tracks track
      join audio_files file on file.id = track.audio_file_id
      join profiles artist on artist.user_id = track.artist_id
      join users on users.id = track.artist_id
     where track.status = 'active' and users.suspended_at is null
       and track.genre = ${'genre'}
       and track.created_at <= ${'createdAt'} and (track.created_at < ${'createdAt'} or track.id > ${'id'})
     order by track.created_at desc, track.id
     limit ${'most'}::integer`;

export const readTracksOfPublicArtist = statement({
  takes: { artistId: uuid, createdAt: timestamp, id: uuid, most: integer },
  gives: publicTrack,
})`
    select track.id, track.title, track.genre, track.review_count as "reviewCount",
           track.rating_sum as "ratingSum", track.play_count as "playCount", file.duration_ms as "durationMs",
           file.peaks, track.created_at as "createdAt", track.artist_id as "artistId",
           artist.display_name as "artistName"
      from artist_tracks track
      join audio_files file on file.id = track.audio_file_id
      join profiles artist on artist.user_id = track.artist_id
      join users on users.id = track.artist_id
     where track.status = 'active' and users.suspended_at is null
       and track.artist_id = ${'artistId'}
       and track.created_at <= ${'createdAt'} and (track.created_at < ${'createdAt'} or track.id > ${'id'})
     order by track.created_at desc, track.id
     limit ${'most'}::integer`;

/** At least 3 reviews and 4 stars on average; the best first, then the most reviewed. A null genre means all. */
export const readFeaturedTracks = statement({
  takes: { genre: nullable(text), most: integer },
  gives: publicTrack,
})`
    select track.id, track.title, track.genre, track.review_count as "reviewCount",
           track.rating_sum as "ratingSum", track.play_count as "playCount", file.duration_ms as "durationMs",
           file.peaks, track.created_at as "createdAt", track.artist_id as "artistId",
           artist.display_name as "artistName"
      from artist_tracks track
      join audio_files file on file.id = track.audio_file_id
      join profiles artist on artist.user_id = track.artist_id
      join users on users.id = track.artist_id
     where track.status = 'active' and users.suspended_at is null
       and track.review_count >= 3 and track.rating_sum >= 4 * track.review_count
       and (${'genre'}::text is null or track.genre = ${'genre'})
     order by track.rating_sum::numeric / track.review_count desc, track.review_count desc, track.id
     limit ${'most'}::integer`;

/** Words are found anywhere in title or name, without regard to case; the pattern escapes what LIKE would read. */
export const findTracks = statement({ takes: { pattern: text, most: integer }, gives: publicTrack })`
    select track.id, track.title, track.genre, track.review_count as "reviewCount",
           track.rating_sum as "ratingSum", track.play_count as "playCount", file.duration_ms as "durationMs",
           file.peaks, track.created_at as "createdAt", track.artist_id as "artistId",
           artist.display_name as "artistName"
      from artist_tracks track
      join audio_files file on file.id = track.audio_file_id
      join profiles artist on artist.user_id = track.artist_id
      join users on users.id = track.artist_id
     where track.status = 'active' and users.suspended_at is null
       and (track.title ilike ${'pattern'} or artist.display_name ilike ${'pattern'})
     order by track.created_at desc, track.id
     limit ${'most'}::integer`;

export const countTracksByGenre = statement({ takes: {}, gives: { genre: text, trackCount: integer } })`
    select track.genre, count(*)::integer as "trackCount"
      from artist_tracks track join users on users.id = track.artist_id
     where track.status = 'active' and users.suspended_at is null
     group by track.genre`;
