import { genreKeys } from '#contract/business-rules.ts';
import { questionKinds } from '#contract/music/questions/question-rules.ts';
import type { QuestionFields } from '#contract/music/questions/questions.ts';
import type { Takedown } from '#contract/takedown.ts';
import {
  boolean,
  double,
  integer,
  json,
  nullable,
  oneOf,
  text,
  textList,
  timestamp,
  uuid,
  uuidList,
} from '../../adapters/database/columns.ts';
import { fragment, selectList } from '../../adapters/database/fragment.ts';
import { statement } from '../../adapters/database/statement.ts';

/** Accounts linked with the artist, which count in no figure of the track. */
const linkedWithArtist = fragment`linked as materialized (
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
})`with ${linkedWithArtist},
   versions as (select versions_of(${'trackId'}) as id)
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

const askedColumns = {
  id: uuid,
  kind: oneOf(...questionKinds),
  question: text,
  choices: textList,
  atSecond: nullable(integer),
};

export const trackOfArtist = statement({
  takes: { trackId: uuid, userId: uuid },
  gives: { genre: oneOf(...genreKeys) },
})`select genre from artist_tracks where id = ${'trackId'} and artist_id = ${'userId'}`;

/**
 * Locks the artist, so that two changes of questions are serialized. Not the track, because a review locks that after
 * its questions.
 */
export const lockArtistOf = statement({
  takes: { trackId: uuid, userId: uuid },
  gives: { status: oneOf('active', 'deleted', 'taken_down') },
})`select track.status from artist_tracks track join profiles artist on artist.user_id = track.artist_id
   where track.id = ${'trackId'} and track.artist_id = ${'userId'} for no key update of artist`;

/** Locks the questions of a track, so that none is answered while it is being changed. */
export const lockQuestions = statement({
  takes: { trackId: uuid },
  gives: askedColumns,
})`select ${selectList(askedColumns, 'asked')} from track_questions asked
   where track_id = ${'trackId'} order by place for update`;

/**
 * Whether any review has answered it, even one that is not shown: answered questions stay as they were read. Questions
 * that were taken down stay, too.
 */
const isAnswered = fragment`exists (select from question_answers given where given.question_id = asked.id)`;

export const answeredOf = statement({
  takes: { ids: uuidList },
  gives: { id: uuid },
})`select id from track_questions asked where id = any(${'ids'}) and (taken_down_at is not null or ${isAnswered})`;

export const deleteQuestions = statement({
  takes: { ids: uuidList },
  gives: {},
})`delete from track_questions where id = any(${'ids'})`;

export const placeQuestion = statement({
  takes: { id: uuid, place: integer },
  gives: {},
})`update track_questions set place = ${'place'} where id = ${'id'} and place <> ${'place'}`;

/** A second past the end is stored as the last one. */
export const insertQuestion = statement({
  takes: { trackId: uuid, place: integer, fields: json<QuestionFields>(), now: timestamp },
  gives: {},
})`insert into track_questions (track_id, place, kind, question, choices, at_second, saved_at)
   select track.id, ${'place'}, asked.kind, asked.question, asked.choices,
     case when asked."atSecond" is not null
       then least(asked."atSecond", greatest(0, (file.duration_ms - 1) / 1000)) end, ${'now'}
   from artist_tracks track join audio_files file on file.id = track.audio_file_id,
     jsonb_to_record(${'fields'}) as asked (kind text, question text, choices text[], "atSecond" integer)
   where track.id = ${'trackId'}`;

/**
 * The questions that a listener got with the served track, locked so that none is deleted before the answers are
 * stored.
 */
export const askedOf = statement({
  takes: { leaseId: uuid },
  gives: askedColumns,
})`select ${selectList(askedColumns, 'asked')} from leases a
   join track_questions asked on asked.track_id = a.track_id and asked.saved_at <= a.served_at and asked.taken_down_at is null
   where a.id = ${'leaseId'} order by asked.place for key share of asked`;

export const insertAnswer = statement({
  takes: {
    questionId: uuid,
    kind: oneOf(...questionKinds),
    reviewId: uuid,
    number: nullable(integer),
    line: nullable(text),
  },
  gives: {},
})`insert into question_answers (question_id, kind, review_id, number, line)
   values (${'questionId'}, ${'kind'}, ${'reviewId'}, ${'number'}, ${'line'})`;

export const questionsOfTrack = statement({
  takes: { trackId: uuid },
  gives: { ...askedColumns, savedAt: timestamp, isAnswered: boolean, takedown: nullable(json<Takedown>()) },
})`select ${selectList({ ...askedColumns, savedAt: timestamp }, 'asked')}, ${isAnswered} as "isAnswered",
     case when taken_down_at is not null then standing_takedown(asked.id) end as takedown from track_questions asked
   where track_id = ${'trackId'} order by place`;

/** Answers of pending and approved reviews, without test accounts. */
const shownAnswers = fragment`question_answers given
   join reviews review on review.id = given.review_id and review.status in ('pending', 'approved')
   join users account on account.id = review.listener_id and not account.is_test`;

/** Counts per answer, without accounts linked with the artist. Written answers are counted together. */
export const countsOf = statement({
  takes: { trackId: uuid },
  gives: { questionId: uuid, number: nullable(integer), people: integer },
})`with ${linkedWithArtist}
   select given.question_id as "questionId", given.number, count(*)::integer as people from ${shownAnswers}
   where given.question_id in (select id from track_questions where track_id = ${'trackId'})
     and (given.kind = 'line' or review.listener_id not in (select user_id from linked))
   group by given.question_id, given.number`;

export const linesOf = statement({
  takes: { questionId: uuid, most: integer },
  gives: { line: text, listenerName: text },
})`select given.line, person.display_name as "listenerName"
   from ${shownAnswers}
   join profiles person on person.user_id = review.listener_id
   where given.question_id = ${'questionId'} and given.kind = 'line' and review.taken_down_at is null
   order by review.created_at desc, review.id limit ${'most'}::integer`;
