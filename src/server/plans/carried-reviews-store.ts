import { boolean, integer, nullable, text, timestamp, uuid } from '../adapters/database/columns.ts';
import { statement } from '../adapters/database/statement.ts';

const counted = { reviews: integer, house: integer, uploads: integer };

/** The allowance of a replaced subscription whose period still runs, and the one that its use was counted for. */
export const replacedAllowance = statement({
  takes: { artistId: uuid, subscriptionId: text, now: timestamp },
  gives: { id: uuid, carriedTo: nullable(uuid) },
})`select id, carried_to as "carriedTo" from review_allowances
   where artist_id = ${'artistId'} and billing_subscription_id = ${'subscriptionId'} and period_end > ${'now'}
   order by period_start desc limit 1 for no key update`;

/** Counts what was used of one allowance for another. No row if the other one has fewer reviews left. */
export const carryOver = statement({
  takes: { from: uuid, to: uuid, uploads: integer },
  gives: { id: uuid },
})`
    with before as (select house_taken from review_allowances where id = ${'to'} for no key update),
    next as (
      update review_allowances next set taken = next.taken + former.taken,
             house_taken = least(next.included / 5, before.house_taken + former.house_taken)
        from before, review_allowances former
       where next.id = ${'to'} and former.id = ${'from'} and former.id <> next.id and former.carried_to is null
         and next.taken + former.taken <= next.included
      returning next.id, next.house_taken - before.house_taken as house
    )
    update review_allowances former
       set carried_to = next.id, carried_reviews = former.taken, carried_house = next.house,
           carried_uploads = ${'uploads'}
      from next where former.id = ${'from'}
    returning former.id`;

/** Uploads of a replaced subscription count for the one that follows it. */
export const carryUploads = statement({
  takes: { artistId: uuid, uploads: integer },
  gives: {},
})`update artist_subscriptions set uploads_used_this_month = uploads_used_this_month + ${'uploads'}
   where user_id = ${'artistId'}`;

/** Whether a subscription's use counted for the one that replaced it, and its unused time was therefore credited. */
export const isCarried = statement({
  takes: { artistId: uuid, subscriptionId: text },
  gives: { isCarried: boolean },
})`
    select exists (select from review_allowances where artist_id = ${'artistId'}
       and billing_subscription_id = ${'subscriptionId'} and carried_to is not null) as "isCarried"`;

/** Forgets that a subscription's use counted for another. Gives what was counted, and where. */
export const dropCarried = statement({
  takes: { artistId: uuid, subscriptionId: text },
  gives: { id: uuid, ...counted },
})`
    with before as (
      select id, carried_to, carried_reviews, carried_house, carried_uploads from review_allowances
       where artist_id = ${'artistId'} and billing_subscription_id = ${'subscriptionId'} and carried_to is not null
         for no key update
    )
    update review_allowances forgotten
       set carried_to = null, carried_reviews = 0, carried_house = 0, carried_uploads = 0
      from before where forgotten.id = before.id
    returning before.carried_to as id, before.carried_reviews as reviews, before.carried_house as house,
              before.carried_uploads as uploads`;

/** Returns what was taken of an allowance. Gives the part that was counted for a next one, and which. */
export const returnReviews = statement({
  takes: { id: uuid, ...counted },
  gives: { carriedTo: nullable(uuid), ...counted },
})`
    with before as (
      select id, carried_reviews, carried_house, carried_uploads from review_allowances
       where id = ${'id'} for no key update
    )
    update review_allowances changed
       set taken = greatest(0, changed.taken - ${'reviews'}),
           house_taken = greatest(0, changed.house_taken - ${'house'}),
           carried_reviews = greatest(0, before.carried_reviews - ${'reviews'}),
           carried_house = greatest(0, before.carried_house - ${'house'}),
           carried_uploads = greatest(0, before.carried_uploads - ${'uploads'})
      from before where changed.id = before.id
    returning changed.carried_to as "carriedTo", least(before.carried_reviews, ${'reviews'}) as reviews,
              least(before.carried_house, ${'house'}) as house,
              least(before.carried_uploads, ${'uploads'}) as uploads`;

/** Returns uploads to the plan, if the allowance is that of its current period. */
export const returnUploads = statement({
  takes: { artistId: uuid, id: uuid, uploads: integer },
  gives: {},
})`
    update artist_subscriptions plan set uploads_used_this_month = greatest(0, uploads_used_this_month - ${'uploads'})
      from review_allowances allowance
     where plan.user_id = ${'artistId'} and allowance.id = ${'id'}
       and plan.billing_subscription_id = allowance.billing_subscription_id
       and plan.current_period_start = allowance.period_start`;
