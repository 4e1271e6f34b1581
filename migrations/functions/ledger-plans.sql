-- Plan revenue. Triggers book the rows that billing notices write, so no saved row can be missed.
-- Test accounts, sample accounts and currencies other than the ledger's are left out.

-- Books an amount to an account of the platform, against the money held by the provider, once per source.
create or replace function ledger.book_plan_entry(p_kind text, p_source uuid, p_account text, p_amount bigint) returns void
language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if coalesce(p_amount, 0) = 0
    or exists (select from ledger.transactions where kind = p_kind and source_id = p_source) then return; end if;
  perform ledger.post(p_kind, p_source, null, null, null,
    array[ledger.platform_account(p_account), ledger.platform_account('provider_cash')], array[p_amount, -p_amount]);
end $$;

create or replace function ledger.book_plan_payment(p_payment public.billing_payments) returns void
language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if ledger.counts_as_income(p_payment.user_id, p_payment.currency) then
    perform ledger.book_plan_entry('plan_payment', p_payment.place, 'plan_income', p_payment.amount_cents);
    perform ledger.book_plan_entry('plan_fee', p_payment.place, 'billing_fees', -p_payment.fee_cents);
  end if;
end $$;

-- A refund counts once it has succeeded, and a dispute once it takes the money. Either may be reversed.
create or replace function ledger.book_plan_reversal(p_back public.billing_reversals) returns void
language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  booked bigint;
begin
  if not exists (select from public.billing_payments payment where payment.id = p_back.payment_id
    and ledger.counts_as_income(payment.user_id, p_back.currency)) then return; end if;
  select gross_cents into booked from ledger.transactions
   where kind = case p_back.kind when 'refund' then 'plan_refund' else 'plan_dispute' end and source_id = p_back.place;
  case p_back.status
    when 'succeeded' then perform ledger.book_plan_entry('plan_refund', p_back.place, 'plan_refunds', -p_back.amount_cents);
    when 'failed' then perform ledger.book_plan_entry('plan_refund_failure', p_back.place, 'plan_refunds', booked);
    when 'open', 'lost' then perform ledger.book_plan_entry('plan_dispute', p_back.place, 'plan_disputes', -p_back.amount_cents);
    when 'won' then perform ledger.book_plan_entry('plan_dispute_won', p_back.place, 'plan_disputes', booked);
    else null;
  end case;
  if p_back.kind = 'dispute' then
    perform ledger.book_plan_entry('plan_dispute_fee', p_back.place, 'billing_fees', -p_back.fee_cents);
  end if;
end $$;

-- Books payments from before the ledger had accounts for them, or from earlier versions of these functions. Booked entries stay.
update public.billing_payments set fee_cents = fee_cents;
update public.billing_reversals set status = status;
