import {
  boolean,
  date,
  integer,
  integerList,
  nullable,
  oneOf,
  text,
  timestamp,
  uuid,
} from '../adapters/database/columns.ts';
import { statement } from '../adapters/database/statement.ts';

/** Every track of an artist, or one of them, with its counts. */
export const readCountedTracks = statement({
  takes: { artistId: uuid, trackId: nullable(uuid), monthStart: timestamp },
  gives: {
    id: uuid,
    title: text,
    isActive: boolean,
    isNew: boolean,
    playCount: integer,
    reviewCount: integer,
    ratingSum: integer,
  },
})`
    select id, title, status = 'active' as "isActive", created_at >= ${'monthStart'} as "isNew",
           play_count as "playCount", review_count as "reviewCount", rating_sum as "ratingSum"
      from artist_tracks
     where artist_id = ${'artistId'} and (${'trackId'}::uuid is null or id = ${'trackId'})`;

/** Sums per month from that day on; months without anything are not there. */
export const readMonths = statement({
  takes: { artistId: uuid, trackId: nullable(uuid), since: date },
  gives: { month: text, plays: integer, stars: integerList, hours: integerList },
})`
    select to_char(day.day, 'YYYY-MM') as month, sum(day.plays)::integer as plays,
           array[sum(stars[1]), sum(stars[2]), sum(stars[3]), sum(stars[4]), sum(stars[5])]::integer[] as stars,
           array[sum(hours[1]), sum(hours[2]), sum(hours[3]), sum(hours[4]), sum(hours[5]), sum(hours[6]),
                 sum(hours[7]), sum(hours[8]), sum(hours[9]), sum(hours[10]), sum(hours[11]), sum(hours[12]),
                 sum(hours[13]), sum(hours[14]), sum(hours[15]), sum(hours[16]), sum(hours[17]), sum(hours[18]),
                 sum(hours[19]), sum(hours[20]), sum(hours[21]), sum(hours[22]), sum(hours[23]),
                 sum(hours[24])]::integer[] as hours
      from artist_tracks track join track_days day on day.track_id = track.id
     where track.artist_id = ${'artistId'} and (${'trackId'}::uuid is null or track.id = ${'trackId'})
       and day.day >= ${'since'}
     group by month`;

/** All reviews by their stars. */
export const readStars = statement({
  takes: { artistId: uuid, trackId: nullable(uuid) },
  gives: { stars: integerList },
})`
    select array[coalesce(sum(stars[1]), 0), coalesce(sum(stars[2]), 0), coalesce(sum(stars[3]), 0),
                 coalesce(sum(stars[4]), 0), coalesce(sum(stars[5]), 0)]::integer[] as stars
      from artist_tracks track join track_days day on day.track_id = track.id
     where track.artist_id = ${'artistId'} and (${'trackId'}::uuid is null or track.id = ${'trackId'})`;

export const readListenerDays = statement({
  takes: { artistId: uuid, since: date },
  gives: { fresh: integer, returning: integer },
})`
    select coalesce(sum(new_listeners), 0)::integer as fresh,
           coalesce(sum(returning_listeners), 0)::integer as returning
      from artist_days where artist_id = ${'artistId'} and day >= ${'since'}`;

export const readRecentReviews = statement({
  takes: { artistId: uuid, trackId: nullable(uuid), most: integer },
  gives: {
    id: uuid,
    trackId: uuid,
    trackTitle: text,
    listenerName: text,
    rating: integer,
    comment: text,
    status: oneOf('pending', 'approved', 'rejected', 'reversed'),
    createdAt: timestamp,
  },
})`
    select review.id, review.track_id as "trackId", track.title as "trackTitle",
           listener.display_name as "listenerName", review.rating, review.comment, review.status,
           review.created_at as "createdAt"
      from reviews review
      join artist_tracks track on track.id = review.track_id
      join profiles listener on listener.user_id = review.listener_id
     where review.artist_id = ${'artistId'} and review.status in ('pending', 'approved')
       and (${'trackId'}::uuid is null or review.track_id = ${'trackId'})
     order by review.created_at desc, review.id limit ${'most'}::integer`;
