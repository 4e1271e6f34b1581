import { destinationMethods, transferStates } from '#contract/money/payout-destinations/destinations.ts';
import { EntryKind } from '#contract/money/wallet/wallet.ts';
import {
  bigint,
  boolean,
  cents,
  integer,
  nullable,
  oneOf,
  text,
  timestamp,
  uuid,
} from '../../adapters/database/columns.ts';
import { fragment } from '../../adapters/database/fragment.ts';
import { statement } from '../../adapters/database/statement.ts';

/** Balances from the ledger; totals over approved reviews, the month by the review's created_at. */
export const walletFigures = statement({
  takes: { listenerId: uuid, monthStart: timestamp },
  gives: {
    availableCents: cents,
    pendingCents: cents,
    owedCents: cents,
    totalEarningsCents: cents,
    thisMonthCents: cents,
    reviewsThisMonth: integer,
  },
})`select coalesce(b.available_cents, 0) as "availableCents", coalesce(b.pending_cents, 0) as "pendingCents",
     coalesce(owed.balance_cents, 0) as "owedCents", p.total_earnings_cents as "totalEarningsCents", month.earned_cents as "thisMonthCents",
     month.reviews as "reviewsThisMonth"
   from profiles p
   left join listener_balances b on b.listener_id = p.user_id
   left join ledger.accounts owed on owed.listener_id = p.user_id and owed.kind = 'owed'
   cross join lateral (
     select coalesce(sum(r.earned_cents), 0)::bigint as earned_cents,
       (count(*) filter (where r.status in ('pending', 'approved')))::integer as reviews
     from reviews r where r.listener_id = p.user_id and r.created_at >= ${'monthStart'}
   ) as month
   where p.user_id = ${'listenerId'}`;

const payout = {
  id: uuid,
  amountCents: cents,
  status: oneOf('pending', 'completed', 'rejected', 'cancelled', 'returned'),
  decisionReason: nullable(text),
  returnReason: nullable(text),
  createdAt: timestamp,
  processedAt: nullable(timestamp),
  queuePosition: nullable(integer),
  transfer: nullable(oneOf(...transferStates)),
  destination: nullable(text),
  method: nullable(oneOf(...destinationMethods)),
  promisedFrom: nullable(timestamp),
  waitsForTaxDetails: nullable(boolean),
  country: nullable(text),
  gatheredCents: nullable(cents),
};

const payouts = fragment`select p.id, p.amount_cents as "amountCents", p.status, p.decision_reason as "decisionReason",
     p.return_reason as "returnReason", p.created_at as "createdAt", p.processed_at as "processedAt",
     case when p.status = 'pending' and p.listener_id not in (select id from users where is_test) then (
       select count(*) from payout_requests q
       where q.status = 'pending' and (q.created_at, q.id) <= (p.created_at, p.id)
         and q.listener_id not in (select id from users where is_test)
     )::integer end as "queuePosition",
     travel.transfer, payee.masked as destination, payee.method, payee.country, travel.promised_from as "promisedFrom",
     case when travel.transfer = 'waiting' then ledger.waits_for_tax_details(p.id, now()) end as "waitsForTaxDetails",
     case when travel.transfer = 'waiting' then ledger.gathered_cents(p.id) end as "gatheredCents"
   from payout_requests p
   left join payout_transfers travel on travel.payout_id = p.id
   left join payees payee on payee.id = travel.payee_id and payee.withdrawn_at is null`;

export const payoutById = statement({
  takes: { id: uuid },
  gives: payout,
})`${payouts} where p.id = ${'id'}`;

export const payoutsOfListener = statement({
  takes: { listenerId: uuid, createdAt: timestamp, id: uuid, most: integer },
  gives: payout,
})`${payouts}
   where p.listener_id = ${'listenerId'} and (p.created_at, p.id) < (${'createdAt'}, ${'id'})
   order by p.created_at desc, p.id desc limit ${'most'}::integer`;

/** The change of each entry to the listener's accounts, and the available balance afterwards. */
export const movementsOfListener = statement({
  takes: { listenerId: uuid, before: bigint, most: integer },
  gives: {
    id: bigint,
    kind: oneOf(...EntryKind.options),
    createdAt: timestamp,
    availableCents: cents,
    pendingCents: cents,
    owedCents: cents,
    balanceCents: cents,
    trackTitle: nullable(text),
    reason: nullable(text),
  },
})`select entry.id, entry.kind, entry.created_at as "createdAt", moved.available as "availableCents",
     moved.pending as "pendingCents", moved.owed as "owedCents", moved.balance as "balanceCents",
     track.title as "trackTitle", coalesce(review.decision_note, entry.reason) as reason
   from (
     select posting.transaction_id,
       coalesce(sum(posting.amount_cents) filter (where account.kind = 'available'), 0)::bigint as available,
       coalesce(sum(posting.amount_cents) filter (where account.kind = 'pending'), 0)::bigint as pending,
       coalesce(sum(posting.amount_cents) filter (where account.kind = 'owed'), 0)::bigint as owed,
       (sum(coalesce(sum(posting.amount_cents) filter (where account.kind = 'available'), 0))
         over (order by posting.transaction_id))::bigint as balance
     from ledger.accounts account join ledger.postings posting on posting.account_id = account.id
     where account.listener_id = ${'listenerId'} group by posting.transaction_id
   ) as moved
   join ledger.transactions entry on entry.id = moved.transaction_id
   left join reviews about on entry.kind in ('reward', 'reward_reversal') and about.id = entry.source_id
   left join reviews review on entry.kind = 'reward_reversal' and entry.reason = 'reversed' and review.id = entry.source_id
   left join artist_tracks track on track.id = about.track_id
   where moved.transaction_id < ${'before'}
   order by moved.transaction_id desc limit ${'most'}::integer`;

/** A decided request, for the notice about its decision or about returned money. */
export const decidedPayout = statement({
  takes: { payoutId: uuid },
  gives: {
    listenerId: uuid,
    amountCents: cents,
    status: oneOf('completed', 'rejected', 'returned'),
    reason: nullable(text),
    destination: nullable(text),
    method: nullable(oneOf(...destinationMethods)),
    country: nullable(text),
    gatheredCents: nullable(cents),
  },
})`select p.listener_id as "listenerId", p.amount_cents as "amountCents", p.status,
     coalesce(p.return_reason, p.decision_reason) as reason, payee.masked as destination,
     payee.method, payee.country, ledger.gathered_cents(p.id) as "gatheredCents"
   from payout_requests p
   left join payout_transfers travel on travel.payout_id = p.id
   left join payees payee on payee.id = travel.payee_id and payee.withdrawn_at is null
   where p.id = ${'payoutId'} and p.status in ('completed', 'rejected', 'returned')`;
