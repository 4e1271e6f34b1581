-- What payment services and banks took for payouts, as their bills say. Most of them bill a month, not a payout.

create table ledger.payout_costs (
  id uuid primary key default gen_random_uuid(),
  -- Below zero: given back, or entered by mistake before.
  amount_cents bigint not null constraint payout_costs__amount_cents check (amount_cents <> 0),
  reason text not null constraint payout_costs__reason check (char_length(btrim(reason)) between 20 and 1000),
  booked_by uuid not null constraint payout_costs__booked_by references users (id),
  request_key uuid not null,
  booked_at timestamptz(3) not null,
  constraint payout_costs__request_key unique (booked_by, request_key)
);
create index payout_costs__newest on ledger.payout_costs (booked_at desc, id desc);
create trigger payout_costs__kept before update or delete or truncate on ledger.payout_costs
  for each statement execute function ledger.refuse_change();
grant select on ledger.payout_costs to earshot_app, earshot_audit;

create type ledger.cost_outcome as (outcome text, cost_id uuid);
