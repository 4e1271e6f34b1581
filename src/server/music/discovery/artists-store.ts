import {
  bigint,
  boolean,
  integer,
  nullable,
  text,
  textList,
  timestamp,
  uuid,
} from '../../adapters/database/columns.ts';
import { statement } from '../../adapters/database/statement.ts';

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

export const readUploadedTrack = statement({
  takes: { trackId: uuid },
  gives: { title: text, artistId: uuid, artistName: text },
})`
    select track.title, track.artist_id as "artistId", artist.display_name as "artistName"
      from artist_tracks track
      join profiles artist on artist.user_id = track.artist_id
      join users on users.id = track.artist_id
     where track.id = ${'trackId'} and track.status = 'active' and users.suspended_at is null and not artist.is_private`;

/** Followers after the given one, in id order. */
export const readFollowers = statement({
  takes: { artistId: uuid, after: uuid, most: integer },
  gives: { id: uuid },
})`
    select follower_id as id from follows
     where artist_id = ${'artistId'} and follower_id > ${'after'}
     order by follower_id limit ${'most'}::integer`;
