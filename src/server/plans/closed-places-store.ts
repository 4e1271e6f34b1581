import { boolean, integer, nullable, text, timestamp, uuid } from '../adapters/database/columns.ts';
import { fragment } from '../adapters/database/fragment.ts';
import { statement } from '../adapters/database/statement.ts';

/** Locks the artist's allowances, before tracks, as uploads do. */
export const lockAllowances = statement({
  takes: { artistId: uuid },
  gives: { id: uuid },
})`select id from review_allowances where artist_id = ${'artistId'} order by id for no key update`;

/**
 * The allowances that a subscription's money pays for: its own, and those of replaced subscriptions that count for its
 * own, because these were credited.
 */
const paidFor = fragment`paid_for as (
      select id from review_allowances where artist_id = ${'artistId'} and billing_subscription_id = ${'paidBy'}
      union
      select former.id from paid_for join review_allowances former on former.carried_to = paid_for.id
    )`;

const closed = { allowanceId: nullable(uuid), reviews: integer, house: integer, uploads: integer };

/**
 * Permanently closes the open places that a subscription paid for. Tracks keep those taken by a listener or a review,
 * but have no promised date anymore. `withUnnamed` includes places from before allowances named their subscription.
 * Gives what each allowance gets back; extra places were not part of it, nor those that other
 * money paid for a former version.
 */
export const closePaidPlaces = statement({
  takes: { artistId: uuid, paidBy: text, withUnnamed: boolean, now: timestamp },
  gives: closed,
})`
    with recursive ${paidFor}, open as (
      select track.id, allowance_id, review_target, house_places, extra_places,
             case when exists (select from artist_tracks former
               where former.id = track.predecessor_id and former.allowance_id in (select id from paid_for))
               then review_target else greatest(0, review_target - moved_places) end as own,
             greatest(0, review_count - apart_count + running_leases) as held
        from artist_tracks track left join review_allowances allowance on allowance.id = track.allowance_id
       where track.artist_id = ${'artistId'} and status <> 'deleted' and places_from = 'plan' and waits_for is null
         and places_closed_at is null
         and (allowance_id in (select id from paid_for) or ${'withUnnamed'}
           and (allowance_id is null or allowance.billing_subscription_id is null and allowance.plan <> 'icon'))
       order by track.id for no key update of track
    ), closed as (
      update artist_tracks track set places_closed_at = ${'now'}, review_target = least(open.review_target, open.held),
             house_places = least(open.house_places, greatest(0, open.held - open.review_target)),
             extra_places = least(open.extra_places, greatest(0, open.held - open.review_target - open.house_places)),
             later_places = 0, later_at = null, late_at = null, stopped_for = null, stopped_at = null,
             promise = case when promise <> 'open' then promise end,
             promised_at = case when promise <> 'open' then promised_at end
        from open where track.id = open.id
      returning open.allowance_id, least(open.own, open.review_target - track.review_target) as reviews,
             open.house_places - track.house_places as house
    )
    select allowance_id as "allowanceId", sum(reviews)::integer as reviews, sum(house)::integer as house,
           count(*)::integer as uploads
      from closed group by allowance_id`;

/**
 * Closes open places that moved from such a track to a new version with other places. How many of a version's places
 * came that way is known only for the version before it, so it is at most the least of them all.
 */
export const closeMovedPlaces = statement({
  takes: { artistId: uuid, paidBy: text },
  gives: closed,
})`
    with recursive ${paidFor}, moved as (
      select next.id, former.allowance_id as source, next.moved_places as places
        from artist_tracks former join artist_tracks next on next.predecessor_id = former.id
       where former.artist_id = ${'artistId'} and former.allowance_id in (select id from paid_for)
         and next.moved_places > 0
      union all
      select next.id, moved.source, least(moved.places, next.moved_places)
        from moved join artist_tracks next on next.predecessor_id = moved.id
       where next.moved_places > 0
    ), open as (
      select track.id, moved.source, track.review_target, track.later_places,
             least(moved.places, track.moved_places, case when waits_for is not null then track.review_target
               else greatest(0, review_target - greatest(0, review_count - apart_count + running_leases)) end) as closes
        from moved join artist_tracks track on track.id = moved.id
       where track.status <> 'deleted' and track.places_closed_at is null
         and (track.allowance_id is null or track.allowance_id not in (select id from paid_for))
       order by track.id for no key update of track
    ), closed as (
      -- Only a waiting version needs to know later which places are its own. Elsewhere none may be closed again.
      update artist_tracks track set review_target = open.review_target - open.closes,
             moved_places = case when waits_for is null then 0 else moved_places - open.closes end,
             later_places = greatest(0, open.later_places - open.closes),
             later_at = case when open.later_places > open.closes then later_at end,
             kept_places = least(kept_places, (open.review_target - open.closes) / 2)
        from open where track.id = open.id
      returning open.source, open.closes
    )
    select source as "allowanceId", sum(closes)::integer as reviews, 0 as house, 0 as uploads
      from closed group by source`;
