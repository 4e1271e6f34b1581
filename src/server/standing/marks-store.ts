import { boolean, integer, nullable, timestamp, uuid, uuidList } from '../adapters/database/columns.ts';
import { statement } from '../adapters/database/statement.ts';

/** What all artists whose marks count said of reviews in these days, by stars. */
export const marksOfAll = statement({
  takes: { since: timestamp },
  gives: { stars: integer, marks: integer, useful: integer },
})`select stars, sum(marks)::integer as marks, sum(useful)::integer as useful from (
     select artist_id, stars, count(*) as marks, count(*) filter (where is_useful) as useful
       from review_marks where marked_at >= ${'since'} and mark is not null group by 1, 2
   ) as said where marks_count(artist_id, ${'since'}) group by stars`;

/** What each of these artists said in these days, by stars. */
export const marksOfArtists = statement({
  takes: { artistIds: uuidList, since: timestamp },
  gives: { artistId: uuid, stars: integer, marks: integer, useful: integer },
})`select artist_id as "artistId", stars, count(*)::integer as marks,
     (count(*) filter (where is_useful))::integer as useful
   from review_marks
   where artist_id = any (${'artistIds'}) and marked_at >= ${'since'} and mark is not null group by 1, 2`;

/** Marks of these listeners' reviews that count or might, of artists whose marks count. Listeners without bounds have none. */
export const marksOfListeners = statement({
  takes: { listenerIds: uuidList, since: timestamp },
  gives: {
    reviewId: uuid,
    listenerId: uuid,
    artistId: uuid,
    stars: integer,
    isUseful: nullable(boolean),
    countedUseful: nullable(boolean),
    countedAt: nullable(timestamp),
    markedAt: timestamp,
  },
})`select own.review_id as "reviewId", own.listener_id as "listenerId", own.artist_id as "artistId", own.stars,
     own.is_useful as "isUseful", own.counted_useful as "countedUseful", own.counted_at as "countedAt",
     own.marked_at as "markedAt"
   from review_marks own join users listener on listener.id = own.listener_id
   where own.listener_id = any (${'listenerIds'}) and has_bounds(listener)
     and (own.counted_at >= ${'since'} or own.marked_at >= ${'since'})
     and marks_count(own.artist_id, ${'since'})
   order by own.review_id`;

/** These marks count from now on as they stand. */
export const countMarks = statement({ takes: { reviewIds: uuidList, now: timestamp }, gives: {} })`
  update review_marks set counted_useful = is_useful, counted_at = ${'now'}
   where review_id = any (${'reviewIds'}) and mark is not null`;

/** Marks that were taken back leave the figures. */
export const dropTakenBack = statement({ takes: { reviewIds: uuidList }, gives: {} })`
  delete from review_marks where review_id = any (${'reviewIds'}) and mark is null`;

/** What artists say of a listener's reviews, in sums alone. */
export const sumOfMarks = statement({
  takes: { listenerId: uuid },
  gives: { useful: integer, answered: integer, notUseful: integer, artists: integer },
})`select (count(*) filter (where mark = 'useful'))::integer as useful,
     (count(*) filter (where mark = 'answered'))::integer as answered,
     (count(*) filter (where mark = 'not_useful'))::integer as "notUseful",
     count(distinct artist_id)::integer as artists
   from review_marks where listener_id = ${'listenerId'} and mark is not null`;
