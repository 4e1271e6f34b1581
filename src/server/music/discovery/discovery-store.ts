import { genreKeys } from '#contract/business-rules.ts';
import {
  bigint,
  boolean,
  bytes,
  integer,
  nullable,
  oneOf,
  optional,
  text,
  textList,
  timestamp,
  uuid,
  uuidList,
} from '../../adapters/database/columns.ts';
import { filtered, fragment, selectList } from '../../adapters/database/fragment.ts';
import { statement } from '../../adapters/database/statement.ts';

const genre = oneOf(...genreKeys);

const publicTrack = {
  id: uuid,
  title: text,
  genre,
  reviewCount: integer,
  ratingSum: integer,
  playCount: integer,
  peaks: nullable(bytes),
  coverKey: nullable(text),
  createdAt: timestamp,
  artistId: uuid,
  artistName: text,
  isBlind: boolean,
};

const columns = selectList(publicTrack);
const filterColumns = { genre: optional(genre) };
const filters = { genre: fragment`and genre = ${'genre'}` };
const newestFirst = fragment`order by created_at desc, id limit ${'most'}::integer`;
const afterCursor = fragment`
  and created_at <= ${'createdAt'} and (created_at < ${'createdAt'} or id > ${'id'})`;

export const readPublicTracks = filtered(
  filters,
  (matching) =>
    statement({
      takes: { ...filterColumns, createdAt: timestamp, id: uuid, most: integer },
      gives: publicTrack,
    })`
    select ${columns} from public_tracks where true ${matching} ${afterCursor} ${newestFirst}`,
);

/** Tracks of an artist whose page the caller may see. Artists see their own page even if it is private. */
export const readTracksOfShownArtist = statement({
  takes: { artistId: uuid, createdAt: timestamp, id: uuid, most: integer },
  gives: publicTrack,
})`
    select ${columns} from shown_tracks where artist_id = ${'artistId'} ${afterCursor} ${newestFirst}`;

/** At least 3 reviews and 4 stars on average; sorted by rating, then by number of reviews. */
export const readFeaturedTracks = filtered(
  filters,
  (matching) =>
    statement({ takes: { ...filterColumns, most: integer }, gives: publicTrack })`
    select ${columns} from public_tracks
     where review_count >= 3 and rating_sum >= 4 * review_count ${matching}
     order by rating_sum::numeric / review_count desc, review_count desc, id
     limit ${'most'}::integer`,
);

/** Words in the form in which titles and names are searched. */
export const foldWords = statement({ takes: { words: text }, gives: { folded: text } })`
    select folded(${'words'}) as folded`;

/**
 * Matches of title or artist name among the newest tracks. It scans a fixed number of tracks and stops at the last
 * match needed, so its cost does not grow with the platform. The subselects keep it one index look-up per track; with
 * joins the planner would read all tracks first.
 */
export const findAmongNewest = filtered(
  filters,
  (matching) =>
    statement({
      takes: { ...filterColumns, pattern: text, among: integer, most: integer },
      gives: { id: uuid },
    })`
    select id from (
      select id, folded_title, artist_id, created_at from artist_tracks where status = 'active' ${matching}
       order by created_at desc, id limit ${'among'}::integer) as newest
     where (folded_title like ${'pattern'} or coalesce(
         (select folded_name like ${'pattern'} from profiles where user_id = newest.artist_id), false))
       and coalesce((select true from public_tracks shown where shown.id = newest.id), false)
     ${newestFirst}`,
);

/**
 * The newest matches in titles and the newest matches in artist names, each from its own index. The caller folds
 * the pattern's words and escapes LIKE's wildcards in them. A word may match many artists, so only the newest tracks of each are considered, and
 * visibility is checked newest first until there are enough.
 */
export const findTracks = filtered(
  filters,
  (matching) =>
    statement({
      takes: { ...filterColumns, pattern: text, most: integer },
      gives: { id: uuid },
    })`
    (select id from artist_tracks as titled
      where status = 'active' and folded_title like ${'pattern'} ${matching}
        and coalesce((select true from public_tracks shown where shown.id = titled.id), false)
      ${newestFirst})
    union
    (select id from (
       select theirs.id, theirs.created_at from profiles artist
        cross join lateral (
          select id, created_at from artist_tracks
           where artist_id = artist.user_id and status = 'active' ${matching} ${newestFirst}) as theirs
        where artist.folded_name like ${'pattern'} and not artist.is_private
        order by theirs.created_at desc, theirs.id) as found
      where coalesce((select true from public_tracks shown where shown.id = found.id), false)
      ${newestFirst})`,
);

export const readFoundTracks = statement({
  takes: { ids: uuidList, most: integer },
  gives: publicTrack,
})`
    select ${columns} from public_tracks where id = any (${'ids'}) ${newestFirst}`;

/**
 * The number of public tracks per genre: the stored count of all active tracks minus the hidden ones, because few
 * artists are hidden.
 */
export const countTracksByGenre = statement({ takes: {}, gives: { genre, trackCount: integer } })`
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

/** An artist with a public page. No row for listeners without tracks and for suspended or unknown users. */
export const readShownArtist = statement({
  takes: { artistId: uuid },
  gives: {
    artistId: uuid,
    displayName: text,
    bio: nullable(text),
    avatarKey: nullable(text),
    genres: textList,
    trackCount: integer,
    topTrackId: nullable(uuid),
    totalPlays: bigint,
    reviewCount: integer,
    ratingSum: integer,
    followerCount: integer,
    isPrivate: boolean,
  },
})`
    select artist.user_id as "artistId", artist.display_name as "displayName", artist.bio,
           artist.avatar_key as "avatarKey",
           tracks.genres, tracks.count as "trackCount", tracks.top as "topTrackId", tracks.plays as "totalPlays",
           tracks.reviews as "reviewCount", tracks.stars as "ratingSum",
           (select count(*)::integer from follows where artist_id = artist.user_id) as "followerCount",
           artist.is_private as "isPrivate"
      from profiles artist
      join users on users.id = artist.user_id and users.suspended_at is null
     cross join lateral (
       select count(*)::integer as count,
              (array_agg(id order by play_count desc, created_at desc, id) filter (where not is_blind))[1] as top, coalesce(sum(play_count), 0)::bigint as plays,
              coalesce(sum(review_count), 0)::integer as reviews, coalesce(sum(rating_sum), 0)::integer as stars,
              coalesce(array_agg(distinct genre order by genre), '{}') as genres
         from artist_tracks where artist_id = artist.user_id and status = 'active') tracks
     where artist.user_id = ${'artistId'} and (artist.user_type = 'artist' or tracks.count > 0)`;

export const readFollowing = statement({
  takes: { followerId: uuid, artistId: uuid },
  gives: { artistId: uuid },
})`
    select artist_id as "artistId" from follows
     where follower_id = ${'followerId'} and artist_id = ${'artistId'}`;

/** Waits for a deletion of the artist under way, and then writes nothing. */
export const insertFollow = statement({
  takes: { followerId: uuid, artistId: uuid, now: timestamp },
  gives: {},
})`
    insert into follows (follower_id, artist_id, created_at)
    select ${'followerId'}, id, ${'now'} from users where id = ${'artistId'} and deleted_at is null for key share
    on conflict do nothing`;

export const deleteFollow = statement({ takes: { followerId: uuid, artistId: uuid }, gives: {} })`
    delete from follows where follower_id = ${'followerId'} and artist_id = ${'artistId'}`;

/** A track of which followers hear. */
const newTrack = fragment`artist_tracks track
      join profiles artist on artist.user_id = track.artist_id and not artist.is_private
      join users on users.id = track.artist_id and users.suspended_at is null
     where track.status = 'active'`;

export const readUploadedTrack = statement({ takes: { trackId: uuid }, gives: { artistId: uuid } })`
    select track.artist_id as "artistId" from ${newTrack} and track.id = ${'trackId'}`;

/** Those of these tracks that followers still hear of, the oldest first. */
export const readNewTracks = statement({
  takes: { followerId: uuid, trackIds: uuidList },
  gives: { id: uuid, title: text, artistId: uuid, artistName: text },
})`
    select track.id, track.title, track.artist_id as "artistId", artist.display_name as "artistName"
      from ${newTrack} and track.id = any (${'trackIds'}::uuid[])
       and exists (select from follows where follower_id = ${'followerId'} and artist_id = track.artist_id)
     order by track.created_at, track.id`;

export const readFollowers = statement({
  takes: { artistId: uuid, after: uuid, most: integer },
  gives: { id: uuid },
})`
    select follower_id as id from follows
     where artist_id = ${'artistId'} and follower_id > ${'after'}
     order by follower_id limit ${'most'}::integer`;
