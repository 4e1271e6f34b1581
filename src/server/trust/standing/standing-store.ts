import {
  boolean,
  double,
  integer,
  nullable,
  oneOf,
  timestamp,
  uuid,
  uuidList,
} from '../../adapters/database/columns.ts';
import { statement } from '../../adapters/database/statement.ts';

const standing = oneOf('new', 'known', 'trusted');
const shares = {
  recentDecided: integer,
  recentApproved: integer,
  recentCopied: integer,
  recentReversed: integer,
};
const marks = { marks: integer, markArtists: integer, usefulness: nullable(double) };

/** Whether limits apply to the account, and its stored standing. */
export const boundStanding = statement({
  takes: { listenerId: uuid },
  gives: { hasBounds: boolean, standing: nullable(standing) },
})`select has_bounds(person) as "hasBounds", kept.standing
   from users person left join standings kept on kept.listener_id = person.id where person.id = ${'listenerId'}`;

/** A listener's stored standing, with the figures that determine it. */
export const storedStanding = statement({
  takes: { listenerId: uuid },
  gives: { standing, approved: integer, approvedDays: integer, ...shares, ...marks, computedAt: timestamp },
})`select standing, approved, approved_days as "approvedDays", recent_decided as "recentDecided",
     recent_approved as "recentApproved", recent_copied as "recentCopied", recent_reversed as "recentReversed",
     marks, mark_artists as "markArtists", usefulness, computed_at as "computedAt"
   from standings where listener_id = ${'listenerId'}`;

/** Locks the listeners' figures until the transaction ends, so that concurrent decisions are both counted. */
export const lockListeners = statement({
  takes: { listenerIds: uuidList },
  gives: { listenerId: uuid },
})`select user_id as "listenerId" from profiles where user_id = any(${'listenerIds'})
   order by user_id for no key update`;

/**
 * Counts each listener's reviews. Days are counted over the first 500 approved reviews, which is far more than any
 * standing needs and bounds the cost. Nothing is kept of a deleted account, whose last reviews are decided later.
 */
export const countReviews = statement({
  takes: { listenerIds: uuidList, since: timestamp },
  gives: { listenerId: uuid, approved: integer, approvedDays: integer, ...shares, ...marks },
})`select p.user_id as "listenerId", p.reviews_completed as approved,
     (select count(distinct (first.created_at at time zone 'UTC')::date)::integer from (
       select created_at from reviews where listener_id = p.user_id and status = 'approved'
       order by created_at limit 500) as first) as "approvedDays",
     recent.decided as "recentDecided", recent.approved as "recentApproved", recent.copied as "recentCopied",
     recent.reversed as "recentReversed", coalesce(kept.marks, 0) as marks,
     coalesce(kept.mark_artists, 0) as "markArtists", kept.usefulness
   from profiles p
   join users person on person.id = p.user_id and person.deleted_at is null
   left join standings kept on kept.listener_id = p.user_id
   cross join lateral (
     select (count(*) filter (where status <> 'pending'))::integer as decided,
       (count(*) filter (where status = 'approved'))::integer as approved,
       (count(*) filter (where status = 'rejected' and decision_reason = 'copied'))::integer as copied,
       (count(*) filter (where status = 'reversed'))::integer as reversed
     from reviews where listener_id = p.user_id and created_at >= ${'since'}
   ) as recent
   where p.user_id = any(${'listenerIds'})`;

export const storeStanding = statement({
  takes: {
    listenerId: uuid,
    standing,
    approved: integer,
    approvedDays: integer,
    ...shares,
    ...marks,
    now: timestamp,
  },
  gives: {},
})`insert into standings (listener_id, standing, approved, approved_days, recent_decided, recent_approved,
     recent_copied, recent_reversed, marks, mark_artists, usefulness, computed_at)
   values (${'listenerId'}, ${'standing'}, ${'approved'}, ${'approvedDays'}, ${'recentDecided'},
     ${'recentApproved'}, ${'recentCopied'}, ${'recentReversed'}, ${'marks'}, ${'markArtists'}, ${'usefulness'}, ${'now'})
   on conflict (listener_id) do update set standing = excluded.standing, approved = excluded.approved,
     approved_days = excluded.approved_days, recent_decided = excluded.recent_decided,
     recent_approved = excluded.recent_approved, recent_copied = excluded.recent_copied,
     recent_reversed = excluded.recent_reversed, marks = excluded.marks, mark_artists = excluded.mark_artists,
     usefulness = excluded.usefulness, computed_at = excluded.computed_at`;

/** The standings computed longest ago. */
export const staleStandings = statement({
  takes: { before: timestamp, most: integer },
  gives: { listenerId: uuid },
})`select listener_id as "listenerId" from standings where computed_at < ${'before'}
   order by computed_at limit ${'most'}::integer`;
