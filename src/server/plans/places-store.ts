import {
  bigint,
  boolean,
  cents,
  date,
  double,
  integer,
  nullable,
  oneOf,
  text,
  timestamp,
  uuid,
} from '../adapters/database/columns.ts';
import { fragment } from '../adapters/database/fragment.ts';
import { statement } from '../adapters/database/statement.ts';

const plan = oneOf('basic', 'pro', 'unlimited', 'icon');
const allowance = {
  id: uuid,
  plan,
  periodStart: timestamp,
  periodEnd: timestamp,
  included: integer,
  taken: integer,
};
const allowanceColumns = fragment`id, plan, period_start as "periodStart", period_end as "periodEnd", included, taken`;

/** Creates a period's allowance if needed and locks it, so that concurrent uploads wait for each other. */
export const lockAllowance = statement({
  takes: {
    artistId: uuid,
    plan,
    periodStart: timestamp,
    periodEnd: timestamp,
    included: integer,
    billingSubscriptionId: nullable(text),
  },
  gives: allowance,
})`
    insert into review_allowances (artist_id, plan, period_start, period_end, included, billing_subscription_id)
    values (${'artistId'}, ${'plan'}, ${'periodStart'}, ${'periodEnd'}, ${'included'}, ${'billingSubscriptionId'})
        on conflict (artist_id, period_start, billing_subscription_id) do update set period_end = excluded.period_end
    returning ${allowanceColumns}`;

export const readAllowance = statement({
  takes: { artistId: uuid, periodStart: timestamp, billingSubscriptionId: nullable(text) },
  gives: allowance,
})`
    select ${allowanceColumns} from review_allowances
     where artist_id = ${'artistId'} and period_start = ${'periodStart'}
       and billing_subscription_id is not distinct from ${'billingSubscriptionId'}`;

export const raiseAllowance = statement({
  takes: { id: uuid, plan, included: integer },
  gives: {},
})`update review_allowances set plan = ${'plan'}, included = ${'included'} where id = ${'id'}`;

export const takeReviews = statement({
  takes: { id: uuid, reviews: integer },
  gives: {},
})`update review_allowances set taken = taken + ${'reviews'} where id = ${'id'}`;

/** The time of the user's first payment; null if none is known. */
export const firstPayment = statement({
  takes: { userId: uuid },
  gives: { paidAt: nullable(timestamp) },
})`select min(paid_at) as "paidAt" from billing_payments where user_id = ${'userId'}`;

/** How many places of the billed periods that run now were opened so far. Two run if a subscription replaced another. */
export const openedOf = statement({
  takes: { artistId: uuid, now: timestamp },
  gives: { opened: integer },
})`
    select coalesce(sum(review_target - later_places), 0)::integer as opened from artist_tracks
     where artist_id = ${'artistId'} and allowance_id in (
       select id from review_allowances
        where artist_id = ${'artistId'} and period_end > ${'now'} and billing_subscription_id is not null)`;

/** Test and sample accounts have no limits. */
export const artistHasBounds = statement({
  takes: { artistId: uuid },
  gives: { hasBounds: boolean },
})`select has_bounds(person) as "hasBounds" from users person where id = ${'artistId'}`;

/** Plan income between two times by the ledger, less refunds and disputes. */
export const planIncome = statement({
  takes: { from: timestamp, to: timestamp },
  gives: { incomeCents: cents },
})`
    select coalesce(sum(posting.amount_cents), 0)::bigint as "incomeCents"
      from billing_payments payment
      cross join lateral (
        select payment.place union all select back.place from billing_reversals back where back.payment_id = payment.id
      ) as source
      join ledger.transactions entry on entry.source_id = source.place and entry.kind in
        ('plan_payment', 'plan_refund', 'plan_refund_failure', 'plan_dispute', 'plan_dispute_won')
      join ledger.postings posting on posting.transaction_id = entry.id
      join ledger.accounts account on account.id = posting.account_id
        and account.kind in ('plan_income', 'plan_refunds', 'plan_disputes')
     where payment.paid_at >= ${'from'} and payment.paid_at < ${'to'}`;

export const readFreeBudget = statement({
  takes: { month: date },
  gives: { budgetCents: cents },
})`select budget_cents as "budgetCents" from free_budgets where month = ${'month'}`;

/** Set once per month. */
export const fixFreeBudget = statement({
  takes: { month: date, budgetCents: cents },
  gives: {},
})`insert into free_budgets (month, budget_cents) values (${'month'}, ${'budgetCents'}) on conflict do nothing`;

/** Takes this many places at the top rate; no row if the month's budget cannot cover them. */
export const takeFreePlaces = statement({
  takes: { month: date, places: bigint },
  gives: { month: date },
})`
    update free_budgets budget set taken_cents = taken_cents + ${'places'} * rate.top
      from (select greatest(reward_cents, trusted_reward_cents) as top from ledger.rates) rate
     where budget.month = ${'month'} and budget.taken_cents + ${'places'} * rate.top <= budget.budget_cents
    returning budget.month`;

/** How many uploads of this many places a share of the month's budget pays for, at least one. */
export const uploadsOfShare = statement({
  takes: { month: date, places: bigint, share: double },
  gives: { uploads: integer },
})`
    select greatest(1, floor(budget.budget_cents * ${'share'}::double precision / (${'places'}::bigint * rate.top)))::integer as uploads
      from free_budgets budget,
           (select greatest(reward_cents, trusted_reward_cents) as top from ledger.rates) rate
     where budget.month = ${'month'}`;

/** Whether a month with that budget can still cover this many places. */
export const hasFreePlaces = statement({
  takes: { month: date, places: bigint, budgetCents: cents },
  gives: { hasPlaces: boolean },
})`select coalesce((select taken_cents from free_budgets where month = ${'month'}), 0)
     + ${'places'} * greatest(rate.reward_cents, rate.trusted_reward_cents) <= ${'budgetCents'} as "hasPlaces"
   from ledger.rates rate`;
