import { EntryKind } from '#contract/money/wallet/wallet.ts';
import {
  bigint,
  cents,
  integer,
  nullable,
  oneOf,
  text,
  timestamp,
  uuid,
} from '../../adapters/database/columns.ts';
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

/**
 * Totals of the listener's postings by kind of entry. Requests, rejections and cancellations are left out, since they
 * only move money between the listener's accounts.
 */
export const yearSums = statement({
  takes: { listenerId: uuid, from: timestamp, to: timestamp },
  gives: {
    name: text,
    email: text,
    openingCents: cents,
    earnedCents: cents,
    reversedCents: cents,
    correctedCents: cents,
    testFundsCents: cents,
    paidOutCents: cents,
    returnedCents: cents,
    closingCents: cents,
  },
})`select profile.display_name as name, person.email, sums.*
   from users person join profiles profile on profile.user_id = person.id
   cross join lateral (
     select coalesce(sum(amount) filter (where created_at < ${'from'}), 0)::bigint as "openingCents",
       coalesce(sum(amount) filter (where kind = 'reward' and created_at >= ${'from'}), 0)::bigint as "earnedCents",
       coalesce(sum(amount) filter (where kind = 'reward_reversal' and created_at >= ${'from'}), 0)::bigint as "reversedCents",
       coalesce(sum(amount) filter (where kind = 'correction' and created_at >= ${'from'}), 0)::bigint as "correctedCents",
       coalesce(sum(amount) filter (where kind = 'test_grant' and created_at >= ${'from'}), 0)::bigint as "testFundsCents",
       coalesce(sum(amount) filter (where kind = 'payout_completion' and created_at >= ${'from'}), 0)::bigint as "paidOutCents",
       coalesce(sum(amount) filter (where kind = 'payout_return' and created_at >= ${'from'}), 0)::bigint as "returnedCents",
       coalesce(sum(amount), 0)::bigint as "closingCents"
     from (
       select entry.kind, entry.created_at, posting.amount_cents as amount
       from ledger.accounts account
       join ledger.postings posting on posting.account_id = account.id
       join ledger.transactions entry on entry.id = posting.transaction_id
       where account.listener_id = person.id and entry.created_at < ${'to'}
     ) as moved
   ) as sums
   where person.id = ${'listenerId'}`;

export const yearPayouts = statement({
  takes: { listenerId: uuid, from: timestamp, to: timestamp },
  gives: {
    payoutId: uuid,
    kind: oneOf('payout_completion', 'payout_return'),
    bookedAt: timestamp,
    amountCents: cents,
  },
})`select entry.source_id as "payoutId", entry.kind, entry.created_at as "bookedAt",
     sum(posting.amount_cents)::bigint as "amountCents"
   from ledger.accounts account
   join ledger.postings posting on posting.account_id = account.id
   join ledger.transactions entry on entry.id = posting.transaction_id
   where account.listener_id = ${'listenerId'} and entry.kind in ('payout_completion', 'payout_return')
     and entry.created_at >= ${'from'} and entry.created_at < ${'to'}
   group by entry.id, entry.source_id, entry.kind, entry.created_at
   order by entry.created_at, entry.id limit 1000`;

export const yearsWithEntries = statement({ takes: { listenerId: uuid }, gives: { year: integer } })`
  select distinct extract(year from entry.created_at at time zone 'UTC')::integer as year
  from ledger.accounts account
  join ledger.postings posting on posting.account_id = account.id
  join ledger.transactions entry on entry.id = posting.transaction_id
  where account.listener_id = ${'listenerId'} order by year desc`;
