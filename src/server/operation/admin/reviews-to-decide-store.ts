import type { ReviewFinding } from '#contract/operation/admin/admin-reviews.ts';
import {
  boolean,
  integer,
  json,
  nullable,
  oneOf,
  text,
  timestamp,
  uuid,
} from '../../adapters/database/columns.ts';
import { fragment, selectList } from '../../adapters/database/fragment.ts';
import { statement } from '../../adapters/database/statement.ts';

const entry = {
  id: uuid,
  trackTitle: text,
  artistId: uuid,
  artistName: text,
  listenerId: uuid,
  listenerName: text,
  rating: integer,
  comment: text,
  firstComment: nullable(text),
  status: oneOf('pending', 'approved', 'rejected', 'reversed'),
  createdAt: timestamp,
  dueAt: nullable(timestamp),
  findings: json<ReviewFinding[]>(),
  decidedAt: nullable(timestamp),
  decidedBy: nullable(uuid),
  decidedByName: nullable(text),
  decisionReason: nullable(text),
  decisionNote: nullable(text),
  appeal: nullable(text),
  appealedAt: nullable(timestamp),
  appealOutcome: nullable(oneOf('granted', 'dismissed')),
  appealNote: nullable(text),
  isTest: boolean,
};
const selectReview = fragment`select ${selectList(entry)}`;

const place = { createdAt: timestamp, id: uuid, most: integer };

/** Pending reviews and open appeals, oldest first. */
export const waitingReviews = statement({ takes: { ...place, search: nullable(text) }, gives: entry })`
  ${selectReview}
   from review_entries
   where (status = 'pending' or (appealed_at is not null and appeal_outcome is null))
     and (created_at, id) > (${'createdAt'}, ${'id'})
     and (${'search'}::text is null or listener_id in (select people_named(${'search'}))
       or artist_id in (select people_named(${'search'})))
   order by created_at, id limit ${'most'}::integer`;

/** Decided reviews, latest decision first; the position is the decision's. */
export const decidedReviews = statement({ takes: place, gives: entry })`
  ${selectReview}
   from review_entries
   where decided_at is not null and (decided_at, id) < (${'createdAt'}, ${'id'})
   order by decided_at desc, id desc limit ${'most'}::integer`;

/**
 * Decided reviews by or about users with this name. Starts from the users, so that the cost does not grow with all
 * decided reviews.
 */
export const decidedReviewsOfPeople = statement({ takes: { ...place, search: text }, gives: entry })`
  with people as materialized (
    select people_named(${'search'}) as user_id
  ), given as (
    select theirs.* from people cross join lateral (
      select r.id, r.decided_at from reviews r
       where r.listener_id = people.user_id and r.decided_at is not null and (r.decided_at, r.id) < (${'createdAt'}, ${'id'})
       order by r.decided_at desc, r.id desc limit ${'most'}::integer) theirs
  ), received as (
    select theirs.* from people cross join lateral (
      select r.id, r.decided_at from reviews r
       where r.artist_id = people.user_id and r.decided_at is not null and (r.decided_at, r.id) < (${'createdAt'}, ${'id'})
       order by r.decided_at desc, r.id desc limit ${'most'}::integer) theirs
  ), found as materialized (
    select id from (select * from given union select * from received) either
     order by decided_at desc, id desc limit ${'most'}::integer
  )
  ${selectReview}
   from found join review_entries using (id)
   order by decided_at desc, id desc`;
