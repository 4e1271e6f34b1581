import type { ReviewFinding } from '#contract/admin-reviews.ts';
import {
  boolean,
  integer,
  json,
  nullable,
  oneOf,
  text,
  timestamp,
  uuid,
} from '../adapters/database/columns.ts';
import { statement } from '../adapters/database/statement.ts';

const review = {
  id: uuid,
  trackTitle: text,
  artistId: uuid,
  artistName: text,
  listenerId: uuid,
  listenerName: text,
  rating: integer,
  comment: text,
  status: oneOf('pending', 'approved', 'rejected', 'reversed'),
  createdAt: timestamp,
  dueAt: nullable(timestamp),
  findings: json<ReviewFinding[]>(),
  decidedAt: nullable(timestamp),
  decidedByName: nullable(text),
  decisionReason: nullable(text),
  decisionNote: nullable(text),
  appeal: nullable(text),
  appealedAt: nullable(timestamp),
  appealOutcome: nullable(oneOf('granted', 'dismissed')),
  appealNote: nullable(text),
  isOwn: boolean,
};

const takes = { callerId: uuid, search: nullable(text), createdAt: timestamp, id: uuid, most: integer };

/** Pending reviews and open appeals, the oldest first. */
export const waitingReviews = statement({
  takes,
  gives: review,
})`select r.id, t.title as "trackTitle", r.artist_id as "artistId", artist.display_name as "artistName",
     r.listener_id as "listenerId", listener.display_name as "listenerName", r.rating, r.comment, r.status,
     r.created_at as "createdAt", r.due_at as "dueAt",
     (select coalesce(jsonb_agg(jsonb_build_object('rule', f.rule, 'version', f.version, 'passed', f.passed,
        'detail', f.detail) order by f.passed, f.rule), '[]') from review_findings f where f.review_id = r.id) as findings,
     r.decided_at as "decidedAt", decider.display_name as "decidedByName", r.decision_reason as "decisionReason",
     r.decision_note as "decisionNote", r.appeal, r.appealed_at as "appealedAt", r.appeal_outcome as "appealOutcome",
     r.appeal_note as "appealNote", ${'callerId'} in (r.listener_id, r.artist_id) as "isOwn"
   from reviews r join artist_tracks t on t.id = r.track_id
   join profiles listener on listener.user_id = r.listener_id
   join profiles artist on artist.user_id = r.artist_id
   left join profiles decider on decider.user_id = r.decided_by
   where (r.status = 'pending' or (r.appealed_at is not null and r.appeal_outcome is null))
     and (r.created_at, r.id) > (${'createdAt'}, ${'id'})
     and (${'search'}::text is null or r.listener_id in (select people_named(${'search'}))
       or r.artist_id in (select people_named(${'search'})))
   order by r.created_at, r.id limit ${'most'}::integer`;

/** Decided reviews, the latest decision first; the position is that of the decision. */
export const decidedReviews = statement({
  takes,
  gives: review,
})`select r.id, t.title as "trackTitle", r.artist_id as "artistId", artist.display_name as "artistName",
     r.listener_id as "listenerId", listener.display_name as "listenerName", r.rating, r.comment, r.status,
     r.created_at as "createdAt", r.due_at as "dueAt",
     (select coalesce(jsonb_agg(jsonb_build_object('rule', f.rule, 'version', f.version, 'passed', f.passed,
        'detail', f.detail) order by f.passed, f.rule), '[]') from review_findings f where f.review_id = r.id) as findings,
     r.decided_at as "decidedAt", decider.display_name as "decidedByName", r.decision_reason as "decisionReason",
     r.decision_note as "decisionNote", r.appeal, r.appealed_at as "appealedAt", r.appeal_outcome as "appealOutcome",
     r.appeal_note as "appealNote", ${'callerId'} in (r.listener_id, r.artist_id) as "isOwn"
   from reviews r join artist_tracks t on t.id = r.track_id
   join profiles listener on listener.user_id = r.listener_id
   join profiles artist on artist.user_id = r.artist_id
   left join profiles decider on decider.user_id = r.decided_by
   where r.decided_at is not null and (r.decided_at, r.id) < (${'createdAt'}, ${'id'})
     and (${'search'}::text is null or r.listener_id in (select people_named(${'search'}))
       or r.artist_id in (select people_named(${'search'})))
   order by r.decided_at desc, r.id desc limit ${'most'}::integer`;
