import { pressHours } from '#contract/reviewing/reviews/review-press.ts';
import { boolean, integer, nullable, oneOf, timestamp, uuid } from '../../adapters/database/columns.ts';
import { statement } from '../../adapters/database/statement.ts';
import { reviewStatus } from './review-store.ts';

/** Since when a press is open. */
export const pressedSince = (now: Date): Date => new Date(now.getTime() - pressHours * 3_600_000);

/** One at a time, so that two tabs, or two linked accounts, do not both take the last press. */
export const lockPresses = statement({ takes: {}, gives: {} })`
  select from pg_advisory_xact_lock(hashtextextended('presses of reviews', 0))`;

/** Locks a review, so that it is not decided or pressed at the same time. */
export const lockReview = statement({
  takes: { reviewId: uuid },
  gives: { artistId: uuid, listenerId: uuid, status: reviewStatus },
})`select artist_id as "artistId", listener_id as "listenerId", status from reviews
   where id = ${'reviewId'} for no key update`;

export const pressOf = statement({
  takes: { reviewId: uuid },
  gives: { askedAt: timestamp, readAt: nullable(timestamp) },
})`select asked_at as "askedAt", read_at as "readAt" from readings where review_id = ${'reviewId'} and kind = 'press'`;

/** The presses of an account and those linked to it that are open, then those that were dismissed, in their order. */
export const pressesOfLinked = statement({
  takes: { artistId: uuid, since: timestamp },
  gives: { readAt: nullable(timestamp) },
})`select read_at as "readAt" from readings
   where kind = 'press' and asked_by in (select ${'artistId'} union select linked_with(${'artistId'}))
     and not says_nothing and (read_at is not null or asked_at > ${'since'})
   order by read_at nulls first limit 1000`;

export const insertPress = statement({ takes: { reviewId: uuid, now: timestamp }, gives: {} })`
  insert into readings (kind, review_id, listener_id, asked_by, asked_at)
  select 'press', id, listener_id, artist_id, ${'now'} from reviews where id = ${'reviewId'}`;

export const deletePress = statement({ takes: { reviewId: uuid }, gives: {} })`
  delete from readings where review_id = ${'reviewId'} and kind = 'press' and read_at is null`;

/**
 * Until when an open press keeps the review from being approved automatically. Only that of a New listener's review in its first
 * 24 hours does.
 */
export const holdingPress = statement({
  takes: { reviewId: uuid, since: timestamp },
  gives: { until: timestamp },
})`select press.asked_at + interval '24 hours' as until
   from readings press join reviews r on r.id = press.review_id
   left join standings kept on kept.listener_id = r.listener_id
   where press.review_id = ${'reviewId'} and press.kind = 'press' and press.read_at is null
     and press.asked_at > ${'since'} and press.asked_at < r.created_at + interval '24 hours'
     and coalesce(kept.standing, 'new') = 'new'`;

/** A person's decision of the review answers its open press. */
export const readPress = statement({
  takes: { reviewId: uuid, readBy: uuid, saysNothing: boolean, since: timestamp, now: timestamp },
  gives: {},
})`update readings set read_at = ${'now'}, read_by = ${'readBy'}, says_nothing = ${'saysNothing'}
   where review_id = ${'reviewId'} and kind = 'press' and read_at is null and asked_at > ${'since'}`;

export const unreadPress = statement({ takes: { reviewId: uuid, readBy: uuid }, gives: {} })`
  update readings set read_at = null, read_by = null, says_nothing = false
   where review_id = ${'reviewId'} and kind = 'press' and read_by = ${'readBy'}`;

/** After a granted appeal, nobody has found that the review says nothing. */
export const clearPress = statement({ takes: { reviewId: uuid }, gives: {} })`
  update readings set says_nothing = false where review_id = ${'reviewId'} and kind = 'press' and says_nothing`;

/** Locks a reading of a decided review. */
export const lockReading = statement({
  takes: { id: uuid },
  gives: {
    reviewId: uuid,
    listenerId: uuid,
    artistId: uuid,
    kind: oneOf('press', 'spot'),
    askedAt: timestamp,
    readBy: nullable(uuid),
    saysNothing: boolean,
  },
})`select reading.review_id as "reviewId", reading.listener_id as "listenerId", r.artist_id as "artistId", reading.kind,
     reading.asked_at as "askedAt", reading.read_by as "readBy", reading.says_nothing as "saysNothing"
   from readings reading join reviews r on r.id = reading.review_id
   where reading.id = ${'id'} and reading.kind <> 'payout' and r.status <> 'pending' for no key update of reading`;

export const storeReading = statement({
  takes: { id: uuid, readBy: nullable(uuid), readAt: nullable(timestamp), saysNothing: boolean },
  gives: {},
})`update readings set read_by = ${'readBy'}, read_at = ${'readAt'}, says_nothing = ${'saysNothing'} where id = ${'id'}`;

/**
 * Chooses some of the last day's automatically approved reviews, those of New listeners four times as often, and of listeners
 * in whose reviews a person found nothing, all of 30 days.
 */
export const chooseSpots = statement({
  takes: { most: integer, dayAgo: timestamp, monthAgo: timestamp, foundSince: timestamp, now: timestamp },
  gives: {},
})`insert into readings (kind, review_id, listener_id, asked_at)
   select 'spot', id, listener_id, ${'now'} from (
     (select r.id, r.listener_id from reviews r join users person on person.id = r.listener_id and has_bounds(person)
       left join standings kept on kept.listener_id = r.listener_id
      where r.status = 'approved' and r.decided_by is null and r.decided_at > ${'dayAgo'}
        and not exists (select from readings where review_id = r.id)
      order by -ln(1 - random()) / case when coalesce(kept.standing, 'new') = 'new' then 4 else 1 end
      limit ${'most'}::integer)
     union
     (select r.id, r.listener_id
       from (select distinct listener_id from readings where says_nothing and read_at > ${'foundSince'}) found
       join reviews r on r.listener_id = found.listener_id
      where r.status = 'approved' and r.decided_by is null and r.created_at > ${'monthAgo'}
        and not exists (select from readings where review_id = r.id)
      limit 1000)) chosen
   on conflict (review_id, kind) where kind <> 'payout' do nothing`;

/** Spot checks that nobody came to. */
export const dropSpots = statement({ takes: { before: timestamp }, gives: {} })`
  delete from readings where kind = 'spot' and read_at is null and asked_at < ${'before'}`;

/** Opens places whose rejected reviews can no longer be appealed. */
export const openHeldPlaces = statement({ takes: { now: timestamp }, gives: {} })`
  select from open_held_places(${'now'})`;
