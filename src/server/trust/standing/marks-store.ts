import { boolean, integer, nullable, timestamp, uuid, uuidList } from '../../adapters/database/columns.ts';
import { statement } from '../../adapters/database/statement.ts';

// A mark only counts while its review is approved, and if the listener has limits.

/** Marks of all counting artists in these days, by stars. */
export const marksOfAll = statement({
  takes: { since: timestamp },
  gives: { stars: integer, marks: integer, useful: integer },
})`select stars, sum(marks)::integer as marks, sum(useful)::integer as useful from (
     select own.artist_id, own.stars, count(*) as marks, count(*) filter (where own.is_useful) as useful
       from review_marks own join reviews review on review.id = own.review_id and review.status = 'approved'
       join users listener on listener.id = own.listener_id and has_bounds(listener)
      where own.marked_at >= ${'since'} and own.mark is not null group by 1, 2
   ) as said where marks_count(artist_id, ${'since'}) group by stars`;

/** Marks of each of these artists in these days, by stars. */
export const marksOfArtists = statement({
  takes: { artistIds: uuidList, since: timestamp },
  gives: { artistId: uuid, stars: integer, marks: integer, useful: integer },
})`select own.artist_id as "artistId", own.stars, count(*)::integer as marks,
     (count(*) filter (where own.is_useful))::integer as useful
   from review_marks own join reviews review on review.id = own.review_id and review.status = 'approved'
   join users listener on listener.id = own.listener_id and has_bounds(listener)
   where own.artist_id = any (${'artistIds'}) and own.marked_at >= ${'since'} and own.mark is not null group by 1, 2`;

/**
 * Marks of these listeners' reviews that count or could, by artists whose marks count. Listeners without limits have
 * none. A mark of a review that is not approved is treated as taken back: it leaves the figures together with others,
 * so that none can be singled out.
 */
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
     case when review.status = 'approved' then own.is_useful end as "isUseful", own.counted_useful as "countedUseful", own.counted_at as "countedAt",
     own.marked_at as "markedAt"
   from review_marks own join users listener on listener.id = own.listener_id
   join reviews review on review.id = own.review_id
   where own.listener_id = any (${'listenerIds'}) and has_bounds(listener)
     and (own.counted_at >= ${'since'} or own.marked_at >= ${'since'})
     and marks_count(own.artist_id, ${'since'})
   order by own.review_id`;

/** These marks count from now on, in their current form. Those of reviews that are not approved no longer count. */
export const countMarks = statement({ takes: { reviewIds: uuidList, now: timestamp }, gives: {} })`
  update review_marks set counted_useful = case when review.status = 'approved' then is_useful end,
    counted_at = case when review.status = 'approved' then ${'now'}::timestamptz end
   from reviews review where review.id = review_id and review_id = any (${'reviewIds'}) and mark is not null`;

/** Removes marks that were taken back from the figures. */
export const dropTakenBack = statement({ takes: { reviewIds: uuidList }, gives: {} })`
  delete from review_marks where review_id = any (${'reviewIds'}) and mark is null`;

/**
 * Totals of artists' marks of a listener's approved reviews, over marks that have entered the figures in a nightly run.
 */
export const sumOfMarks = statement({
  takes: { listenerId: uuid },
  gives: { useful: integer, answered: integer, notUseful: integer, artists: integer },
})`select (count(*) filter (where counted_useful and mark is distinct from 'answered'))::integer as useful,
     (count(*) filter (where counted_useful and mark = 'answered'))::integer as answered,
     (count(*) filter (where not counted_useful))::integer as "notUseful",
     count(distinct own.artist_id)::integer as artists
   from review_marks own join reviews review on review.id = own.review_id and review.status = 'approved'
   where own.listener_id = ${'listenerId'} and counted_at is not null`;
