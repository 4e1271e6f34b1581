import { boolean, cents, date, uuid } from '../../adapters/database/columns.ts';
import { statement } from '../../adapters/database/statement.ts';

/** Counts an approved review toward its day. Test and sample accounts are in no budget. */
export const countReward = statement({ takes: { reviewId: uuid, day: date }, gives: {} })`
  insert into rewards_of_days (review_id, day, cents)
  select review.id, ${'day'}, review.earned_cents
    from reviews review join users person on person.id = review.listener_id and has_bounds(person)
   where review.id = ${'reviewId'} and review.status = 'approved'
  on conflict on constraint rewards_of_days__review do update set day = excluded.day, cents = excluded.cents`;

export const uncountReward = statement({ takes: { reviewId: uuid }, gives: {} })`
  delete from rewards_of_days where review_id = ${'reviewId'}`;

export const rewardsOfDay = statement({ takes: { day: date }, gives: { paid: cents } })`
  select coalesce(sum(cents), 0)::bigint as paid from rewards_of_days where day = ${'day'}`;

export const standsInBudget = statement({
  takes: { listenerId: uuid },
  gives: { stands: boolean },
})`select has_bounds(person) as stands from users person where id = ${'listenerId'}`;

export const forgetRewards = statement({ takes: { before: date }, gives: {} })`
  delete from rewards_of_days where day < ${'before'}`;
