import { genreKeys } from '#contract/business-rules.ts';
import {
  bigint,
  boolean,
  date,
  integer,
  integerList,
  nullable,
  oneOf,
  text,
  timestamp,
  uuid,
} from '../../adapters/database/columns.ts';
import { statement } from '../../adapters/database/statement.ts';

/** Totals of an artist's tracks, including deleted ones, or of one track. */
export const readTrackSums = statement({
  takes: { artistId: uuid, trackId: nullable(uuid), monthStart: timestamp },
  gives: { tracks: integer, plays: bigint, reviews: integer, activeTracks: integer, newTracks: integer },
})`
    select count(*)::integer as tracks, coalesce(sum(play_count), 0)::bigint as plays,
           coalesce(sum(review_count), 0)::integer as reviews,
           (count(*) filter (where status = 'active'))::integer as "activeTracks",
           (count(*) filter (where status = 'active' and created_at >= ${'monthStart'}))::integer as "newTracks"
      from artist_tracks
     where artist_id = ${'artistId'} and (${'trackId'}::uuid is null or id = ${'trackId'})`;

export const readTopTracks = statement({
  takes: { artistId: uuid, most: integer },
  gives: { trackId: uuid, title: text, playCount: integer, reviewCount: integer, ratingSum: integer },
})`
    select id as "trackId", title, play_count as "playCount", review_count as "reviewCount",
           rating_sum as "ratingSum"
      from artist_tracks where artist_id = ${'artistId'}
     order by play_count desc, review_count desc, created_at desc, id limit ${'most'}::integer`;

/** Sums of every month, oldest first. Months without reviews are left out. */
export const readMonths = statement({
  takes: { artistId: uuid, trackId: nullable(uuid) },
  gives: { month: text, plays: integer, stars: integerList },
})`
    select to_char(kept.month, 'YYYY-MM') as month, sum(kept.plays)::integer as plays,
           array[sum(stars[1]), sum(stars[2]), sum(stars[3]), sum(stars[4]), sum(stars[5])]::integer[] as stars
      from artist_tracks track join track_months kept on kept.track_id = track.id
     where track.artist_id = ${'artistId'} and (${'trackId'}::uuid is null or track.id = ${'trackId'})
     group by kept.month order by kept.month`;

/**
 * How many of an artist's latest listeners like each genre: it is one of their favorites, or they gave it four stars or
 * more in a recent review. Most liked first.
 */
export const readLikedGenres = statement({
  takes: { artistId: uuid, mostListeners: integer, mostReviews: integer },
  gives: { listeners: integer, genre: nullable(oneOf(...genreKeys)), likedBy: integer },
})`
    with latest as (
      select listener_id from artist_listeners where artist_id = ${'artistId'}
       order by last_day desc, listener_id limit ${'mostListeners'}::integer
    ), liked as (
      select listener_id, unnest(profile.genres) as genre
        from latest join profiles profile on profile.user_id = latest.listener_id
      union
      select latest.listener_id, track.genre
        from latest
       cross join lateral (
         select track_id, rating from reviews
          where listener_id = latest.listener_id and status in ('pending', 'approved')
          order by created_at desc, id limit ${'mostReviews'}::integer) review
        join artist_tracks track on track.id = review.track_id
       where review.rating >= 4
    )
    select (select count(*)::integer from latest) as listeners, genre, count(liked.genre)::integer as "likedBy"
      from (select) once left join liked on true
     group by genre order by "likedBy" desc, genre`;

export const readListenerDays = statement({
  takes: { artistId: uuid, since: date },
  gives: { fresh: integer, returning: integer },
})`
    select coalesce(sum(new_listeners), 0)::integer as fresh,
           coalesce(sum(returning_listeners), 0)::integer as returning
      from artist_days where artist_id = ${'artistId'} and day >= ${'since'}`;

export const readRecentReviews = statement({
  takes: { artistId: uuid, most: integer },
  gives: {
    id: uuid,
    trackId: uuid,
    trackTitle: text,
    listenerName: text,
    rating: integer,
    comment: text,
    isTakenDown: boolean,
    status: oneOf('pending', 'approved', 'rejected', 'reversed'),
    createdAt: timestamp,
  },
})`
    select review.id, review.track_id as "trackId", track.title as "trackTitle",
           listener.display_name as "listenerName", review.rating,
           case when review.taken_down_at is null then review.comment else '' end as comment,
           review.taken_down_at is not null as "isTakenDown", review.status,
           review.created_at as "createdAt"
      from reviews review
      join artist_tracks track on track.id = review.track_id
      join profiles listener on listener.user_id = review.listener_id
     where review.artist_id = ${'artistId'} and review.status in ('pending', 'approved')
     order by review.created_at desc, review.id limit ${'most'}::integer`;
