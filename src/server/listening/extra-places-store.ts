import { cents, date, nullable, uuid } from '../adapters/database/columns.ts';
import { statement } from '../adapters/database/statement.ts';
import { servable } from './queue-store.ts';

/**
 * The track with the fewest reviews that has no free place and may be served to this listener. None of an artist whose money
 * went back, or is disputed: their places were closed.
 */
export const fewestReviews = statement({
  takes: { listenerId: uuid, butNot: nullable(uuid) },
  gives: { id: uuid },
})`select t.id from (
     select id, artist_id, review_count, created_at from artist_tracks
      where status = 'active' and waits_for is null and not has_places
        and not exists (select from artist_subscriptions plan where plan.user_id = artist_tracks.artist_id
          and (plan.ended_for is not null or plan.paused_for = 'dispute'))
      order by review_count, created_at, id limit 200) as t
   where ${servable} order by t.review_count, t.created_at, t.id limit 1`;

/** Fixed once for a day. */
export const fixExtraBudget = statement({
  takes: { day: date, budgetCents: cents },
  gives: {},
})`insert into extra_budgets (day, budget_cents) values (${'day'}, ${'budgetCents'}) on conflict do nothing`;

/** Takes one place at the top rate; no row when the day's budget does not have it. */
export const takeExtraPlace = statement({ takes: { day: date }, gives: { day: date } })`
   update extra_budgets budget set taken_cents = taken_cents + rate.top
     from (select greatest(reward_cents, trusted_reward_cents) as top from ledger.rates) rate
    where budget.day = ${'day'} and budget.taken_cents + rate.top <= budget.budget_cents
   returning budget.day`;

/** One place beyond the target. */
export const addHousePlace = statement({ takes: { trackId: uuid }, gives: {} })`
   update artist_tracks set house_places = house_places + 1
    where id = ${'trackId'} and status = 'active' and waits_for is null`;
