import { cents, date, integer, nullable, uuid } from '../../adapters/database/columns.ts';
import { fragment } from '../../adapters/database/fragment.ts';
import { statement } from '../../adapters/database/statement.ts';
import { servable } from './queue-store.ts';

/**
 * Tracks that may get an extra place. Not if the artist's payment was returned or is disputed, if the track's own
 * places have yet to open, or if it is on hold.
 */
const mayHaveExtra = fragment`status = 'active' and waits_for is null and places_closed_at is null and later_places = 0
        and held_until is null
        and not has_places and not exists (select from artist_subscriptions plan
          where plan.user_id = artist_tracks.artist_id and (plan.ended_for is not null or plan.paused_for = 'dispute'))`;

/** The track with the fewest reviews that has no free place and may be served to this listener. */
export const fewestReviews = statement({
  takes: { listenerId: uuid, butNot: nullable(uuid) },
  gives: { id: uuid },
})`select t.id from (
     select id, artist_id, review_count, created_at from artist_tracks where ${mayHaveExtra}
      order by review_count, created_at, id limit 200) as t
   where ${servable} order by t.review_count, t.created_at, t.id limit 1`;

/**
 * Locks the track, so that nothing is charged for one deleted in the meantime. No row if it may not have an extra place
 * now.
 */
export const lockForExtra = statement({
  takes: { trackId: uuid },
  gives: { id: uuid },
})`select id from artist_tracks where id = ${'trackId'} and ${mayHaveExtra} for no key update`;

/** Set once per day. */
export const fixExtraBudget = statement({
  takes: { day: date, budgetCents: cents },
  gives: {},
})`insert into extra_budgets (day, budget_cents) values (${'day'}, ${'budgetCents'}) on conflict do nothing`;

/** Takes one place at the top rate; no row if the day's budget cannot cover it. */
export const takeExtraPlace = statement({ takes: { day: date }, gives: { day: date } })`
   update extra_budgets budget set taken_cents = taken_cents + rate.top
     from (select greatest(reward_cents, trusted_reward_cents) as top from ledger.rates) rate
    where budget.day = ${'day'} and budget.taken_cents + rate.top <= budget.budget_cents
   returning budget.day`;

/** Adds one place beyond the target. The track must be locked. */
export const addExtraPlace = statement({ takes: { trackId: uuid }, gives: {} })`
   update artist_tracks set extra_places = extra_places + 1 where id = ${'trackId'}`;

/** Locks a day's budget and returns the number of places it still covers. */
export const lockExtraBudget = statement({
  takes: { day: date },
  gives: { places: integer },
})`select ((budget.budget_cents - budget.taken_cents)
       / (select greatest(reward_cents, trusted_reward_cents) from ledger.rates))::integer as places
     from extra_budgets budget where budget.day = ${'day'} for no key update`;

/** Listeners who were notified of a track without a free place, which means an extra one, and have not taken it yet. */
export const toldOfExtra = statement({
  takes: {},
  gives: { told: integer },
})`select count(*)::integer as told from queue_asks told join artist_tracks t on t.id = told.told_track_id
   where told.told_at is not null and not t.has_places`;
