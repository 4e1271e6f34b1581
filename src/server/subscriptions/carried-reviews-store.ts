import { integer, nullable, text, timestamp, uuid } from '../adapters/database/columns.ts';
import { statement } from '../adapters/database/statement.ts';

/** The allowance of a replaced subscription whose period still runs, and the one that its use was counted for. */
export const replacedAllowance = statement({
  takes: { artistId: uuid, subscriptionId: text, now: timestamp },
  gives: { id: uuid, carriedTo: nullable(uuid) },
})`select id, carried_to as "carriedTo" from review_allowances
   where artist_id = ${'artistId'} and billing_subscription_id = ${'subscriptionId'} and period_end > ${'now'}
   order by period_start desc limit 1 for no key update`;

/** Counts what was taken of one allowance as taken of another. No row if the other one has fewer reviews left. */
export const carryOver = statement({
  takes: { from: uuid, to: uuid },
  gives: { id: uuid },
})`
    with next as (
      update review_allowances next set taken = next.taken + former.taken,
             house_taken = least(next.included / 5, next.house_taken + former.house_taken)
        from review_allowances former
       where next.id = ${'to'} and former.id = ${'from'} and former.id <> next.id and former.carried_to is null
         and next.taken + former.taken <= next.included
      returning next.id, new.house_taken - old.house_taken as house
    )
    update review_allowances former
       set carried_to = next.id, carried_reviews = former.taken, carried_house = next.house
      from next where former.id = ${'from'}
    returning former.id`;

/** Uploads of a replaced subscription count for the one that follows it. */
export const carryUploads = statement({
  takes: { userId: uuid, uploadsUsed: integer },
  gives: {},
})`update artist_subscriptions set uploads_used_this_month = uploads_used_this_month + ${'uploadsUsed'}
   where user_id = ${'userId'}`;

/** Returns reviews to an allowance. What was counted for a next one has to be returned to that one, too. */
export const returnReviews = statement({
  takes: { id: uuid, reviews: integer, house: integer },
  gives: { carriedTo: nullable(uuid), reviews: integer, house: integer },
})`
    update review_allowances set taken = greatest(0, taken - ${'reviews'}),
           house_taken = greatest(0, house_taken - ${'house'}),
           carried_reviews = greatest(0, carried_reviews - ${'reviews'}),
           carried_house = greatest(0, carried_house - ${'house'})
     where id = ${'id'}
    returning carried_to as "carriedTo", least(old.carried_reviews, ${'reviews'}) as reviews,
              least(old.carried_house, ${'house'}) as house`;

/** Returns uploads to the plan, if the allowance is that of its current period. */
export const returnUploads = statement({
  takes: { artistId: uuid, allowanceId: uuid, uploads: integer },
  gives: {},
})`
    update artist_subscriptions plan set uploads_used_this_month = greatest(0, uploads_used_this_month - ${'uploads'})
      from review_allowances allowance
     where plan.user_id = ${'artistId'} and allowance.id = ${'allowanceId'}
       and plan.billing_subscription_id = allowance.billing_subscription_id
       and plan.current_period_start = allowance.period_start`;
