import { cents, integer, oneOf, text, timestamp, uuid } from '../../adapters/database/columns.ts';
import { statement } from '../../adapters/database/statement.ts';

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
