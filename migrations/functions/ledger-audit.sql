-- Stops the completion of payouts until the owner of the database lifts the halt.
create or replace function ledger.halt_payouts(p_reason text) returns void
language sql security definer set search_path = pg_catalog, pg_temp as $$
  insert into ledger.halts (reason) values (p_reason) on conflict do nothing
$$;

-- Returns a row for each contradiction in the ledger. Every row is an alert. The rules of the audit:
--   A1 an entry does not sum to zero          A2 an entry differs from its header
--   A3 a balance differs from its postings    A4 all postings together are not zero
--   A5 pending differs from pending requests  A6 reviews differ from rewards
--   A7 payouts differ from their entries      A8 a floor is broken
--   A9 listeners' balances differ from the sum of what they earned, were granted, corrected and paid
--   A10 an amount is owed for more than 90 days
--   A11 payouts that were sent, or are in a file, differ from the completed ones; costs differ from their entries
--   A13 plan payments, refunds or lost disputes differ from their entries
--   A14 money under review differs from the withheld payouts
-- A12, the seal, is checked outside the database.
-- A single statement, so that all rules see the same snapshot despite concurrent writes.
create or replace function ledger.audit() returns table (rule text, subject text, detail text)
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
      left join ledger.transactions again on again.reverses = reversal.id
     where reward.kind = 'reward' and again.id is null
  ), earned as (
    select listener_id, sum(earned_cents) as total from public.reviews where status = 'approved' group by listener_id
  ), paid as (
    select source_id as payout_id,
           sum(gross_cents) filter (where kind = 'payout_request') as requested,
           sum(gross_cents) filter (where kind = 'payout_completion') as completed,
           sum(gross_cents) filter (where kind in ('payout_rejection', 'payout_withheld')) as rejected,
           sum(gross_cents) filter (where kind = 'payout_cancellation') as cancelled,
           sum(gross_cents) filter (where kind = 'payout_return') as returned
      from ledger.transactions
     where kind in ('payout_request', 'payout_completion', 'payout_rejection', 'payout_cancellation', 'payout_return',
       'payout_withheld')
     group by source_id
  ), adjusted as (
    select 'correction' as kind, id, abs(amount_cents) as amount from ledger.corrections where status = 'booked'
    union all
    select 'test_grant', id, amount_cents from ledger.test_grants
  ), adjustments as (
    select kind, source_id as id, gross_cents as amount from ledger.transactions
     where kind in ('correction', 'test_grant')
  ), owing as (
    select account.id, account.balance_cents, posting.transaction_id,
           sum(posting.amount_cents) over (partition by account.id order by posting.transaction_id) as running
      from ledger.accounts account join ledger.postings posting on posting.account_id = account.id
     where account.kind = 'owed' and account.balance_cents < 0
  ), exported as (
    select line.payout_id, line.amount_cents, payout.status, payout.amount_cents as owed_cents, payout.processed_at
      from public.payout_export_lines line join public.payout_requests payout on payout.id = line.payout_id
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
     else review.id is not null and coalesce(rewarded.reversed, true) end) is not true
  union all
  select 'A6', 'listener ' || profile.user_id,
         format('total earnings %s, approved reviews earned %s', profile.total_earnings_cents, coalesce(earned.total, 0))
    from public.profiles profile left join earned on earned.listener_id = profile.user_id
   where profile.total_earnings_cents <> coalesce(earned.total, 0)
  union all
  select 'A7', 'payout ' || coalesce(payout.id, paid.payout_id),
         format('%s of %s, entries: requested %s, completed %s, rejected %s, cancelled %s, returned %s', payout.status,
           payout.amount_cents, paid.requested, paid.completed, paid.rejected, paid.cancelled, paid.returned)
    from public.payout_requests payout full join paid on paid.payout_id = payout.id
   where (paid.requested, paid.completed, paid.rejected, paid.cancelled, paid.returned) is distinct from
     (payout.amount_cents::numeric,
      case when payout.status in ('completed', 'returned') then payout.amount_cents end::numeric,
      case when payout.status = 'rejected' then payout.amount_cents end::numeric,
      case when payout.status = 'cancelled' then payout.amount_cents end::numeric,
      case when payout.status = 'returned' then payout.amount_cents end::numeric)
  union all
  select 'A8', 'account ' || id, format('%s is %s', kind, balance_cents) from booked
   where listener_id is not null
     and case kind when 'owed' then greatest(total, balance_cents) > 0 else least(total, balance_cents) < 0 end
  union all
  select 'A9', 'ledger', format('listeners have %s, earned and not paid is %s', sum(balance_cents),
         -sum(total) filter (where listener_id is null))
    from booked having coalesce(sum(balance_cents), 0) + coalesce(sum(total) filter (where listener_id is null), 0) <> 0
  union all
  select 'A9', coalesce(adjusted.kind, adjustments.kind) || ' ' || coalesce(adjusted.id, adjustments.id),
         format('amount %s, entry of %s', adjusted.amount, adjustments.amount)
    from adjusted full join adjustments using (kind, id)
   where adjusted.amount is distinct from adjustments.amount
  union all
  select 'A10', 'account ' || owing.id, format('%s owed since %s', -owing.balance_cents, min(entry.created_at))
    from owing join ledger.transactions entry on entry.id = owing.transaction_id
   where owing.transaction_id > coalesce(
     (select max(settled.transaction_id) from owing settled where settled.id = owing.id and settled.running = 0), 0)
   group by owing.id, owing.balance_cents
  having min(entry.created_at) < now() - interval '90 days'
  union all
  select 'A11', 'payout ' || payout_id, format('%s of %s, %s handed to the bank', status, owed_cents, amount_cents)
    from exported where status not in ('completed', 'returned') or amount_cents <> owed_cents
  union all
  select 'A11', 'payout ' || payout.id, format('%s, its transfer is %s', payout.status, travel.transfer)
    from public.payout_transfers travel join public.payout_requests payout on payout.id = travel.payout_id
   where case
     when travel.transfer in ('sending', 'checking', 'paid') then payout.status <> 'completed'
     else (travel.transfer = 'failed') <> (payout.status = 'returned') end
  union all
  select 'A11', 'payout ' || payout.id, 'completed, but neither in a file nor to be sent'
    from public.payout_requests payout
   where payout.status = 'completed'
     and not exists (select from public.payout_transfers travel where travel.payout_id = payout.id)
     and not exists (select from public.payout_export_lines line where line.payout_id = payout.id)
  union all
  select 'A11', coalesce(taken.kind, 'cost') || ' ' || id,
         format('cost %s, booked %s', taken.cents, booked_cost.cents)
    from (select 'payout' as kind, payout_id as id, cost_cents as cents
            from public.payout_transfers where cost_cents is not null
          union all
          select 'cost', id, amount_cents from ledger.payout_costs) taken
    full join (select entry.source_id as id, -sum(posting.amount_cents) as cents
                 from ledger.transactions entry
                 join ledger.postings posting on posting.transaction_id = entry.id
                 join ledger.accounts account on account.id = posting.account_id and account.kind = 'payout_costs'
                where entry.kind = 'payout_cost' group by entry.source_id) booked_cost using (id)
   where taken.cents is distinct from booked_cost.cents
  union all
  select 'A11', 'payout ' || line.payout_id, format('in a file, its transfer is %s', travel.transfer)
    from public.payout_export_lines line join public.payout_transfers travel on travel.payout_id = line.payout_id
   where travel.transfer not in ('sending', 'paid', 'failed')
  union all
  select 'A13', 'payment ' || coalesce(paid.id, entry.source_id::text), format('paid %s, booked %s', paid.amount_cents, entry.gross_cents)
    from (select id, place, amount_cents, ledger.counts_as_income(user_id, currency) as counts
            from public.billing_payments) paid
    full join (select source_id, gross_cents from ledger.transactions where kind = 'plan_payment') entry
      on entry.source_id = paid.place
   where paid.amount_cents is distinct from entry.gross_cents
     -- Entries booked before an account became a sample account stay.
     and (paid.counts is distinct from false or entry.source_id is not null)
  union all
  select 'A13', back.kind || ' ' || back.id, format('%s, but not booked', back.status)
    from public.billing_reversals back join public.billing_payments paid on paid.id = back.payment_id
   where back.status in ('succeeded', 'lost') and back.amount_cents > 0
     and ledger.counts_as_income(paid.user_id, back.currency)
     and not exists (select from ledger.transactions entry where entry.source_id = back.place
       and entry.kind = case back.kind when 'refund' then 'plan_refund' else 'plan_dispute' end)
  union all
  select 'A14', 'listener ' || coalesce(reviewed.listener_id, open.listener_id),
         format('under review %s, withheld %s', reviewed.balance_cents, open.amount_cents)
    from (select listener_id, balance_cents from booked where kind = 'under_review') reviewed
    full join (select listener_id, amount_cents from ledger.withheld where outcome is null) open using (listener_id)
   where coalesce(reviewed.balance_cents, 0) <> coalesce(open.amount_cents, 0)
  union all
  select 'A14', 'payout ' || coalesce(kept.payout_id, entry.payout_id),
         format('withheld %s and %s, entries of %s and %s', kept.amount_cents, kept.outcome, entry.withheld, entry.ended)
    from ledger.withheld kept
    full join (select source_id as payout_id, sum(gross_cents) filter (where kind = 'payout_withheld') as withheld,
                      sum(gross_cents) filter (where kind = 'withheld_return') as ended
                 from ledger.transactions where kind in ('payout_withheld', 'withheld_return') group by source_id) entry
      using (payout_id)
   where (kept.amount_cents::numeric, case when kept.outcome is not null then kept.amount_cents end::numeric)
     is distinct from (entry.withheld, entry.ended)
  union all
  select 'A11', 'export ' || export.id, format('%s lines of %s, header says %s of %s', count(line.payout_id),
         coalesce(sum(line.amount_cents), 0), export.line_count, export.total_cents)
    from public.payout_exports export left join public.payout_export_lines line on line.export_id = export.id
   group by export.id
  having (count(line.payout_id), coalesce(sum(line.amount_cents), 0))
    is distinct from (export.line_count::bigint, export.total_cents::numeric)
$$;

-- The last entry, below which no new one can appear: the lock waits for transactions that are writing entries.
create or replace function ledger.last_settled_entry() returns bigint
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  lock table ledger.transactions in share mode;
  return (select coalesce(max(id), 0) from ledger.transactions);
end $$;

-- Stores the findings of an audit run. Findings halt payouts. Returns whether this run halted them.
create or replace function ledger.record_audit(p_findings jsonb, p_seal_number integer, p_seal_digest text, p_sealed_entry bigint,
  p_sealed_entries bigint) returns boolean
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  halts boolean := jsonb_array_length(p_findings) > 0 and not exists (select from ledger.halts where lifted_at is null);
begin
  insert into ledger.audit_runs (findings, seal_number, seal_digest, sealed_entry, sealed_entries)
    values (p_findings, p_seal_number, p_seal_digest, p_sealed_entry, p_sealed_entries);
  if jsonb_array_length(p_findings) > 0 then
    perform ledger.halt_payouts(format('The audit found %s.', (select string_agg(distinct finding ->> 'rule', ', ')
      from jsonb_array_elements(p_findings) finding)));
  end if;
  return halts;
end $$;

-- Lets payouts be completed again, if the audit has no findings.
create or replace function ledger.lift_halt(p_lifted_by uuid, p_reason text) returns text
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if not ledger.is_admin(p_lifted_by) then return 'not_admin'; end if;
  if exists (select from ledger.audit()) then return 'findings'; end if;
  update ledger.halts set lifted_at = now(), lifted_by = p_lifted_by, lift_reason = p_reason where lifted_at is null;
  return case when found then 'done' else 'missing' end;
end $$;
