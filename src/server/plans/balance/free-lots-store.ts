import {
  bigint,
  boolean,
  cents,
  date,
  double,
  integer,
  timestamp,
  uuid,
} from '../../adapters/database/columns.ts';
import { fragment } from '../../adapters/database/fragment.ts';
import { statement } from '../../adapters/database/statement.ts';

export const readFreeBudget = statement({ takes: { month: date }, gives: { budgetCents: cents } })`
   select budget_cents as "budgetCents" from free_budgets where month = ${'month'}`;

/** Set once a month. */
export const fixFreeBudget = statement({ takes: { month: date, budgetCents: cents }, gives: {} })`
   insert into free_budgets (month, budget_cents) values (${'month'}, ${'budgetCents'}) on conflict do nothing`;

/** The last lock before free reviews are opened, so that two uploads do not spend the same budget. */
export const lockFreeBudget = statement({ takes: { month: date }, gives: { budgetCents: cents } })`
   select budget_cents as "budgetCents" from free_budgets where month = ${'month'} for update`;

/** Free reviews that were opened in a month, and what each may cost. Test and sample accounts cost nothing. */
export const openedFree = statement({
  takes: { from: timestamp, to: timestamp },
  gives: { reviews: integer, topCents: cents },
})`select coalesce((select sum(lot.reviews) from review_lots lot join users person on person.id = lot.artist_id
       where lot.source = 'free' and not lot.waits_for_budget and lot.opens_at >= ${'from'} and lot.opens_at < ${'to'}
         and has_bounds(person)), 0)::integer as reviews,
     greatest(reward_cents, trusted_reward_cents) as "topCents" from ledger.rates`;

/** Free lots whose day has come. Those of accounts that are gone or suspended are passed over. */
const waits = fragment`from review_lots lot
     join users person on person.id = lot.artist_id and person.deleted_at is null and person.suspended_at is null
    where lot.waits_for_budget and lot.closed_at is null and lot.opens_at <= ${'now'}`;

export const anyWaiting = statement({ takes: { now: timestamp }, gives: { waits: boolean } })`
   select exists (select ${waits}) as waits`;

export const waitingLots = statement({
  takes: { now: timestamp, most: integer },
  gives: { id: uuid, artistId: uuid, opensAt: timestamp },
})`select lot.id, lot.artist_id as "artistId", lot.opens_at as "opensAt" ${waits}
   order by lot.created_at, lot.id limit ${'most'}::integer`;

export const openFreeLot = statement({
  takes: { id: uuid, now: timestamp, expiresAt: timestamp },
  gives: {},
})`
   update review_lots set waits_for_budget = false, opens_at = ${'now'}, expires_at = ${'expiresAt'}
    where id = ${'id'} and waits_for_budget`;

export const postponeFreeLot = statement({
  takes: { id: uuid, opensAt: timestamp, expiresAt: timestamp },
  gives: {},
})`
   update review_lots set opens_at = ${'opensAt'}, expires_at = ${'expiresAt'} where id = ${'id'} and waits_for_budget`;

/** Plan income between two times by the ledger, less refunds and disputes. */
export const planIncome = statement({
  takes: { from: timestamp, to: timestamp },
  gives: { incomeCents: cents },
})`select coalesce(sum(posting.amount_cents), 0)::bigint as "incomeCents"
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

/** How many uploads of this many reviews a share of the month's budget pays for, at least one. */
export const uploadsOfShare = statement({
  takes: { month: date, reviews: bigint, share: double },
  gives: { uploads: integer },
})`select greatest(1, floor(budget.budget_cents * ${'share'}::double precision / (${'reviews'}::bigint * rate.top)))::integer as uploads
     from free_budgets budget,
          (select greatest(reward_cents, trusted_reward_cents) as top from ledger.rates) rate
    where budget.month = ${'month'}`;
