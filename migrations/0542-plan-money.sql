-- What plans bring in, what the provider keeps of it, and what goes back, as accounts of the ledger.

alter table ledger.accounts
  drop constraint accounts__kind,
  add constraint accounts__kind check (case when listener_id is null
    then kind in ('reward_expense', 'payout_cash', 'payout_costs', 'corrections', 'test_funds',
      'plan_income', 'plan_refunds', 'plan_disputes', 'billing_fees', 'provider_cash')
    else kind in ('available', 'pending', 'owed') end),
  drop column class,
  add column class text not null generated always as (case kind
    when 'available' then 'liability' when 'pending' then 'liability' when 'owed' then 'asset'
    when 'payout_cash' then 'asset' when 'provider_cash' then 'asset'
    when 'plan_income' then 'income' when 'plan_refunds' then 'income' when 'plan_disputes' then 'income'
    when 'reward_expense' then 'expense' when 'payout_costs' then 'expense' when 'corrections' then 'expense'
    when 'billing_fees' then 'expense' when 'test_funds' then 'expense' end) stored;
insert into ledger.accounts (kind)
  values ('plan_income'), ('plan_refunds'), ('plan_disputes'), ('billing_fees'), ('provider_cash');
alter table ledger.transactions
  drop constraint transactions__kind,
  add constraint transactions__kind check (kind in ('reward', 'reward_reversal', 'payout_request', 'payout_completion',
    'payout_rejection', 'payout_cancellation', 'payout_return', 'payout_cost', 'correction', 'test_grant',
    'plan_payment', 'plan_fee', 'plan_refund', 'plan_refund_failure', 'plan_dispute', 'plan_dispute_won',
    'plan_dispute_fee'));

-- An entry names its source by an id of ours.
alter table billing_payments add column place uuid not null default gen_random_uuid();
create unique index billing_payments__place on billing_payments (place);
create unique index billing_reversals__place on billing_reversals (place);

-- What the ledger books stands in functions/ledger-plans.sql, which also books what was paid before.
create function book_plan_payment() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform ledger.book_plan_payment(new);
  return null;
end $$;
create function book_plan_reversal() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform ledger.book_plan_reversal(new);
  return null;
end $$;
revoke all on function book_plan_payment(), book_plan_reversal() from public;
create trigger billing_payments__booked after insert or update on billing_payments
  for each row execute function book_plan_payment();
create trigger billing_reversals__booked after insert or update on billing_reversals
  for each row execute function book_plan_reversal();
