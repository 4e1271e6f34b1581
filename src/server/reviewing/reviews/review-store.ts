import type { Moment } from '#contract/music/tracks/tracks.ts';
import type { ReviewNote } from '#contract/reviewing/reviews/review-help.ts';
import type { Takedown } from '#contract/takedown.ts';
import {
  boolean,
  cents,
  date,
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
import { markColumns } from './review-marks-store.ts';

export const reviewStatus = oneOf('pending', 'approved', 'rejected', 'reversed');

export const insertReview = statement({
  takes: {
    id: uuid,
    trackId: uuid,
    listenerId: uuid,
    artistId: uuid,
    assignmentId: nullable(uuid),
    isWished: boolean,
    rating: integer,
    comment: text,
    worked: nullable(text),
    didNotWork: nullable(text),
    toChange: nullable(text),
    listeningTime: integer,
    reviewMonth: date,
    now: timestamp,
  },
  gives: {},
})`insert into reviews (id, track_id, listener_id, artist_id, assignment_id, is_wished, rating, comment, worked, did_not_work,
     to_change, listening_time, review_month, created_at)
   values (${'id'}, ${'trackId'}, ${'listenerId'}, ${'artistId'}, ${'assignmentId'}, ${'isWished'}, ${'rating'}, ${'comment'}, ${'worked'},
     ${'didNotWork'}, ${'toChange'}, ${'listeningTime'}, ${'reviewMonth'}, ${'now'})`;

export const countReview = statement({
  takes: { trackId: uuid, rating: integer },
  gives: {},
})`update artist_tracks set review_count = review_count + 1, rating_sum = rating_sum + ${'rating'}
   where id = ${'trackId'}`;

export const reviewOfTrack = statement({
  takes: { listenerId: uuid, trackId: uuid },
  gives: { id: uuid },
})`select id from reviews where track_id = ${'trackId'} and listener_id = ${'listenerId'}`;

export const reviewedOf = statement({
  takes: { listenerId: uuid, trackIds: uuidList },
  gives: { trackId: uuid },
})`select track_id as "trackId" from reviews
    where listener_id = ${'listenerId'} and track_id = any(${'trackIds'})`;

const promptColumns = { worked: nullable(text), didNotWork: nullable(text), toChange: nullable(text) };
/** The prompts' answers of a review, and its notes in the order of the track. */
const help = { ...promptColumns, notes: json<ReviewNote[]>() };
const joinNotes = fragment`
   cross join lateral (
     select coalesce(jsonb_agg(jsonb_build_object('atSecond', at_second, 'note', note) order by at_second, place), '[]')
       as notes from review_notes where review_id = r.id
   ) as n`;

const reviewColumns = {
  ...promptColumns,
  id: uuid,
  trackId: uuid,
  artistId: uuid,
  rating: integer,
  comment: text,
  status: reviewStatus,
  earnedCents: cents,
  decisionNote: nullable(text),
  decisionReason: nullable(text),
  appeal: nullable(text),
  appealedAt: nullable(timestamp),
  appealOutcome: nullable(oneOf('granted', 'dismissed')),
  appealNote: nullable(text),
  decidedAt: nullable(timestamp),
  createdAt: timestamp,
  dueAt: nullable(timestamp),
  waitsFor: nullable(oneOf('person', 'rules', 'first_reviews', 'budget')),
};
const ownReview = {
  ...reviewColumns,
  ...help,
  failedRules: textList,
  pressHeldUntil: nullable(timestamp),
  isMended: boolean,
  takedown: nullable(json<Takedown>()),
  trackTitle: text,
  artistName: text,
};
const selectOwnReview = fragment`select ${selectList(reviewColumns, 'r')}, n.notes,
     array(select rule from review_findings f where r.status = 'pending' and f.review_id = r.id and not f.passed
       order by rule) as "failedRules",
     case when r.status = 'pending' then (select press.asked_at + interval '24 hours' from readings press
       left join standings kept on kept.listener_id = r.listener_id
      where press.review_id = r.id and press.kind = 'press' and press.read_at is null
        and press.asked_at < r.created_at + interval '24 hours' and coalesce(kept.standing, 'new') = 'new')
     end as "pressHeldUntil", r.first_comment is not null as "isMended",
     case when r.taken_down_at is not null then standing_takedown(r.id) end as takedown,
     t.title as "trackTitle", p.display_name as "artistName"
   from reviews r
   join artist_tracks t on t.id = r.track_id
   join profiles p on p.user_id = r.artist_id ${joinNotes}`;

export const ownReviewById = statement({
  takes: { id: uuid },
  gives: ownReview,
})`${selectOwnReview} where r.id = ${'id'}`;

export const ownReviews = statement({
  takes: { listenerId: uuid, createdAt: timestamp, id: uuid, most: integer },
  gives: ownReview,
})`${selectOwnReview}
   where r.listener_id = ${'listenerId'} and (r.created_at, r.id) < (${'createdAt'}, ${'id'})
   order by r.created_at desc, r.id desc limit ${'most'}::integer`;

/** Locks the listener's own review, so that it is not decided or appealed at the same time. */
export const reviewToAppeal = statement({
  takes: { id: uuid, listenerId: uuid },
  gives: { comment: text, decisionReason: nullable(text), decidedAt: nullable(timestamp) },
})`select comment, decision_reason as "decisionReason", decided_at as "decidedAt" from reviews
   where id = ${'id'} and listener_id = ${'listenerId'} for no key update`;

/**
 * Stores an appeal, with the new text if there is one. Does nothing unless the review is the listener's own, rejected and not
 * appealed yet.
 */
export const recordAppeal = statement({
  takes: { id: uuid, listenerId: uuid, appeal: text, mended: nullable(text), now: timestamp },
  gives: {},
})`update reviews set appeal = ${'appeal'}, appealed_at = ${'now'}, comment = coalesce(${'mended'}, comment),
     first_comment = case when ${'mended'}::text is not null then comment end
   where id = ${'id'} and listener_id = ${'listenerId'} and status = 'rejected' and appealed_at is null`;

export const reviewListener = statement({
  takes: { id: uuid },
  gives: { listenerId: uuid, artistId: uuid, status: reviewStatus },
})`select listener_id as "listenerId", artist_id as "artistId", status from reviews where id = ${'id'}`;

export const reviewForNotice = statement({
  takes: { id: uuid },
  gives: {
    trackTitle: text,
    status: reviewStatus,
    decisionReason: nullable(text),
    decisionNote: nullable(text),
    appealOutcome: nullable(oneOf('granted', 'dismissed')),
    appealNote: nullable(text),
    listenerId: uuid,
    earnedCents: cents,
  },
})`select t.title as "trackTitle", r.status, r.earned_cents as "earnedCents", r.decision_reason as "decisionReason", r.decision_note as "decisionNote",
     r.appeal_outcome as "appealOutcome", r.appeal_note as "appealNote", r.listener_id as "listenerId"
   from reviews r join artist_tracks t on t.id = r.track_id
   where r.id = ${'id'}`;

export const trackOwner = statement({
  takes: { trackId: uuid },
  gives: { artistId: uuid },
})`select artist_id as "artistId" from artist_tracks where id = ${'trackId'}`;

const receivedColumns = {
  id: uuid,
  rating: integer,
  status: reviewStatus,
  createdAt: timestamp,
};

/** The texts of a review; empty if it is taken down. */
const shownWords = fragment`case when r.taken_down_at is null then r.comment else '' end as comment,
     case when r.taken_down_at is null then r.worked end as worked,
     case when r.taken_down_at is null then r.did_not_work end as "didNotWork",
     case when r.taken_down_at is null then r.to_change end as "toChange",
     case when r.taken_down_at is null then n.notes else '[]' end as notes, r.taken_down_at is not null as "isTakenDown"`;

/** Reviews of a track. Marks are shown only to the artist who made them. */
export const trackReviews = statement({
  takes: {
    trackId: uuid,
    viewerId: nullable(uuid),
    rating: nullable(integer),
    createdAt: timestamp,
    id: uuid,
    most: integer,
  },
  gives: {
    ...receivedColumns,
    ...help,
    comment: text,
    isTakenDown: boolean,
    listenerName: text,
    moments: json<Moment[]>(),
    ...markColumns,
    pressedAt: nullable(timestamp),
    pressReadAt: nullable(timestamp),
  },
})`select ${selectList(receivedColumns, 'r')}, ${shownWords}, p.display_name as "listenerName",
     coalesce((select jsonb_agg(jsonb_build_object('kind', kind, 'atSecond', at_second) order by at_second) from moments
       where track_id = r.track_id and listener_id = r.listener_id), '[]') as moments,
     own.mark, own.reason as "markReason", press.asked_at as "pressedAt", press.read_at as "pressReadAt"
   from reviews r
   join profiles p on p.user_id = r.listener_id ${joinNotes}
   left join review_marks own on own.review_id = r.id and own.artist_id = ${'viewerId'}
   left join readings press on press.review_id = r.id and press.kind = 'press' and press.asked_by = ${'viewerId'}
   where r.track_id = ${'trackId'} and r.status in ('pending', 'approved')
     and (${'rating'}::integer is null or r.rating = ${'rating'})
     and (r.created_at, r.id) < (${'createdAt'}, ${'id'})
   order by r.created_at desc, r.id desc limit ${'most'}::integer`;

export const reviewStats = statement({
  takes: { listenerId: uuid },
  gives: { total: integer, average: nullable(double), earnedCents: cents, playSeconds: integer },
})`select count(*)::integer as total, avg(rating)::double precision as average,
     coalesce(sum(earned_cents), 0)::bigint as "earnedCents",
     (select coalesce(sum(play_duration),
     0)::integer from play_events where listener_id = ${'listenerId'}) as "playSeconds"
   from reviews where listener_id = ${'listenerId'} and status in ('pending', 'approved')`;

export const insertNote = statement({
  takes: { reviewId: uuid, place: integer, atSecond: integer, note: text },
  gives: {},
})`insert into review_notes (review_id, place, at_second, note)
   values (${'reviewId'}, ${'place'}, ${'atSecond'}, ${'note'})`;

/** Those of these reviews that were not taken back, as their artist sees them, the oldest first. */
export const receivedReviews = statement({
  takes: { artistId: uuid, ids: uuidList },
  gives: { id: uuid, listenerName: text, trackId: uuid, trackTitle: text, rating: integer },
})`
  select review.id, listener.display_name as "listenerName", track.id as "trackId", track.title as "trackTitle",
         review.rating
    from reviews review
    join artist_tracks track on track.id = review.track_id
    join profiles listener on listener.user_id = review.listener_id
   where review.id = any (${'ids'}::uuid[]) and review.artist_id = ${'artistId'}
     and review.status in ('pending', 'approved') and track.status = 'active'
   order by review.created_at, review.id`;

/** Those of these reviews that are approved, unless after an appeal, which its listener was told at once. The oldest first. */
export const approvedReviews = statement({
  takes: { listenerId: uuid, ids: uuidList },
  gives: { id: uuid, trackTitle: text, earnedCents: cents },
})`
  select review.id, track.title as "trackTitle", review.earned_cents as "earnedCents"
    from reviews review join artist_tracks track on track.id = review.track_id
   where review.id = any (${'ids'}::uuid[]) and review.listener_id = ${'listenerId'}
     and review.status = 'approved' and review.appeal_outcome is null
   order by review.created_at, review.id`;

export const lastReviewAt = statement({ takes: { listenerId: uuid }, gives: { at: nullable(timestamp) } })`
  select max(created_at) as at from reviews where listener_id = ${'listenerId'}`;
