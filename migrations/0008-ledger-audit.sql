-- What must never be true of the ledger. Every row is an alarm; the letters are the rules of the audit:
--   A1 an entry does not sum to zero          A2 an entry differs from its header
--   A3 a balance differs from its postings    A4 all postings together are not zero
--   A5 pending differs from pending requests  A6 reviews differ from rewards
--   A7 payouts differ from their entries      A8 a floor is broken
--   A9 what listeners have differs from what they earned and were paid
-- One statement, so that all rules look at one moment while others keep writing.
create function ledger.audit() returns table (rule text, subject text, detail text)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  with legs as (
    select transaction_id, sum(amount_cents) as total, count(*) as legs,
           coalesce(sum(amount_cents) filter (where amount_cents > 0), 0) as gross
      from ledger.postings group by transaction_id
  ), entries as materialized (
    select coalesce(entry.id, legs.transaction_id) as id, entry.posting_count, entry.gross_cents,
           coalesce(legs.total, 0) as total, coalesce(legs.legs, 0) as legs, coalesce(legs.gross, 0) as gross
      from ledger.transactions entry full join legs on legs.transaction_id = entry.id
  ), booked as materialized (
    select account.id, account.kind, account.listener_id, account.balance_cents, account.posting_count,
           coalesce(sum(posting.amount_cents), 0) as total, count(posting.amount_cents) as legs
      from ledger.accounts account left join ledger.postings posting on posting.account_id = account.id
     group by account.id
  ), requested as (
    select listener_id, sum(amount_cents) as total from public.payout_requests where status = 'pending'
     group by listener_id
  ), rewarded as (
    select reward.source_id as review_id, reward.gross_cents, reversal.id is not null as reversed
      from ledger.transactions reward left join ledger.transactions reversal on reversal.reverses = reward.id
     where reward.kind = 'reward'
  ), earned as (
    select listener_id, sum(earned_cents) as total from public.reviews where status = 'approved' group by listener_id
  ), paid as (
    select source_id as payout_id,
           sum(gross_cents) filter (where kind = 'payout_request') as requested,
           sum(gross_cents) filter (where kind = 'payout_completion') as completed,
           sum(gross_cents) filter (where kind = 'payout_rejection') as rejected
      from ledger.transactions where kind in ('payout_request', 'payout_completion', 'payout_rejection')
     group by source_id
  )
  select 'A1', 'entry ' || id, 'sums to ' || total from entries where total <> 0
  union all
  select 'A2', 'entry ' || id, format('%s postings of %s, header says %s of %s', legs, gross, posting_count, gross_cents)
    from entries where (legs, gross) is distinct from (posting_count, gross_cents)
  union all
  select 'A3', 'account ' || id, format('%s from %s postings, stored %s from %s', total, legs, balance_cents, posting_count)
    from booked where listener_id is not null
     and (total, legs) is distinct from (balance_cents, posting_count)
  union all
  select 'A4', 'ledger', 'sums to ' || sum(amount_cents) from ledger.postings having sum(amount_cents) <> 0
  union all
  select 'A5', 'listener ' || coalesce(pending.listener_id, requested.listener_id),
         format('pending %s, requested %s', pending.balance_cents, requested.total)
    from (select listener_id, balance_cents from booked where kind = 'pending') pending
    full join requested using (listener_id)
   where coalesce(pending.balance_cents, 0) <> coalesce(requested.total, 0)
  union all
  select 'A6', 'review ' || coalesce(review.id, rewarded.review_id),
         format('%s earning %s, rewarded %s, reversed %s', review.status, review.earned_cents, rewarded.gross_cents,
           rewarded.reversed)
    from public.reviews review full join rewarded on rewarded.review_id = review.id
   where (case review.status
     when 'approved' then rewarded.gross_cents = review.earned_cents and not rewarded.reversed
     when 'reversed' then rewarded.reversed
     else review.id is not null and rewarded.review_id is null end) is not true
  union all
  select 'A6', 'listener ' || profile.user_id,
         format('total earnings %s, approved reviews earned %s', profile.total_earnings_cents, coalesce(earned.total, 0))
    from public.profiles profile left join earned on earned.listener_id = profile.user_id
   where profile.total_earnings_cents <> coalesce(earned.total, 0)
  union all
  select 'A7', 'payout ' || coalesce(payout.id, paid.payout_id),
         format('%s of %s, entries: requested %s, completed %s, rejected %s', payout.status, payout.amount_cents,
           paid.requested, paid.completed, paid.rejected)
    from public.payout_requests payout full join paid on paid.payout_id = payout.id
   where (paid.requested, paid.completed, paid.rejected) is distinct from
     (payout.amount_cents::numeric,
      case when payout.status = 'completed' then payout.amount_cents end::numeric,
      case when payout.status = 'rejected' then payout.amount_cents end::numeric)
  union all
  select 'A8', 'account ' || id, format('%s is %s', kind, balance_cents) from booked
   where listener_id is not null
     and case kind when 'owed' then greatest(total, balance_cents) > 0 else least(total, balance_cents) < 0 end
  union all
  select 'A9', 'ledger', format('listeners have %s, earned and not paid is %s', sum(balance_cents),
         -sum(total) filter (where listener_id is null))
    from booked having coalesce(sum(balance_cents), 0) + coalesce(sum(total) filter (where listener_id is null), 0) <> 0
$$;

revoke execute on function ledger.audit() from public;
grant execute on function ledger.audit() to earshot_app, earshot_audit;
