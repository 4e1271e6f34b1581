-- Refunds of a first payment that an admin decides: once for a card, a mailbox and a cluster.

-- A blinded mark of what was paid with, where the provider tells it.
alter table billing_payments
  add column card_mark text constraint billing_payments__card_mark check (char_length(card_mark) = 22);
create index billing_payments__card on billing_payments (card_mark) where card_mark is not null;

create table plan_refunds (
  payment_id text primary key constraint plan_refunds__payment_id references billing_payments (id),
  user_id uuid not null constraint plan_refunds__user_id references users (id),
  amount_cents bigint not null constraint plan_refunds__amount check (amount_cents > 0),
  mailbox_mark text not null constraint plan_refunds__mailbox_mark check (char_length(mailbox_mark) = 22),
  card_mark text,
  decided_by uuid not null constraint plan_refunds__decided_by references users (id),
  decided_at timestamptz(3) not null,
  -- Null while the provider has not said that it refunds.
  outcome text constraint plan_refunds__outcome check (outcome in ('refunded', 'refused')),
  -- The provider's own words.
  problem text,
  constraint plan_refunds__problem check ((problem is not null) = (outcome is not distinct from 'refused'))
);
create index plan_refunds__user on plan_refunds (user_id);
grant select, insert, update (outcome, problem) on plan_refunds to earshot_app;

-- Holds other decisions about refunds off until the transaction ends: two accounts of one card at once are decided one after the other.
create function lock_refunds() returns void language sql set search_path = pg_catalog, pg_temp as $$
  select pg_advisory_xact_lock(hashtextextended('plan refunds', 0))
$$;
revoke all on function lock_refunds() from public;
grant execute on function lock_refunds() to earshot_app;
