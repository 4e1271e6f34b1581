import { boolean, double, integer, json, uuid } from '../../adapters/database/columns.ts';
import { fragment } from '../../adapters/database/fragment.ts';
import { statement } from '../../adapters/database/statement.ts';

/** Accounts linked with the artist, which count in no figure of the track. */
export const linkedWithArtist = fragment`linked as materialized (
     select found.user_id from artist_tracks own cross join lateral linked_with(own.artist_id) as found (user_id)
      where own.id = ${'trackId'})`;

/**
 * The newest reviewers of a track with their taste: favorite genres, and stars and unpaid seconds in the track's genre
 * and elsewhere, over their newest reviews. The taste excludes all versions of the track, because the split must not
 * depend on what is being split. Test accounts and accounts linked with the artist are excluded, as in the track's
 * rating.
 */
export const reviewersOf = statement({
  takes: { trackId: uuid, people: integer, reviewsOfEach: integer },
  gives: {
    rating: integer,
    answers: json<{ questionId: string; number: number }[]>(),
    isFavorite: boolean,
    reviewsIn: integer,
    reviewsOut: integer,
    starsIn: double,
    starsOut: double,
    staysIn: integer,
    staysOut: integer,
    unpaidIn: double,
    unpaidOut: double,
  },
})`with recursive ${linkedWithArtist},
   back as (
     select id, predecessor_id from artist_tracks where id = ${'trackId'}
     union select former.id, former.predecessor_id from back join artist_tracks former on former.id = back.predecessor_id),
   versions as (
     select id from back
     union select next.id from versions join artist_tracks next on next.predecessor_id = versions.id)
   select review.rating,
     coalesce((select jsonb_agg(jsonb_build_object('questionId', question_id, 'number', number))
       from question_answers where review_id = review.id and kind <> 'line'), '[]') as answers,
     track.genre = any(person.genres) as "isFavorite", taste.*
   from artist_tracks track
   cross join lateral (
     select newest.id, listener_id, rating from reviews newest
       join users account on account.id = listener_id and not account.is_test
      where track_id = track.id and status in ('pending', 'approved')
        and listener_id not in (select user_id from linked)
      order by newest.created_at desc, newest.id limit ${'people'}::integer) review
   join profiles person on person.user_id = review.listener_id
   cross join lateral (
     select (count(*) filter (where is_in))::integer as "reviewsIn",
       (count(*) filter (where not is_in))::integer as "reviewsOut",
       coalesce(avg(rating) filter (where is_in), 0)::double precision as "starsIn",
       coalesce(avg(rating) filter (where not is_in), 0)::double precision as "starsOut",
       (count(unpaid_ms) filter (where is_in))::integer as "staysIn",
       (count(unpaid_ms) filter (where not is_in))::integer as "staysOut",
       coalesce(avg(unpaid_ms) filter (where is_in), 0)::double precision / 1000 as "unpaidIn",
       coalesce(avg(unpaid_ms) filter (where not is_in), 0)::double precision / 1000 as "unpaidOut"
     from (
       select earlier.rating, stay.unpaid_ms, other.genre = track.genre as is_in
         from (select track_id, rating from reviews
                where listener_id = review.listener_id and track_id not in (select id from versions)
                order by created_at desc, id limit ${'reviewsOfEach'}::integer) earlier
         join artist_tracks other on other.id = earlier.track_id
         left join stays stay on stay.track_id = earlier.track_id and stay.listener_id = review.listener_id
     ) heard
   ) taste
   where track.id = ${'trackId'}`;
