-- Checkout pages that were opened at the billing provider, so that only a user's newest one can be paid.
create table checkouts (
  -- The provider's id.
  id text constraint checkouts__id primary key,
  -- In the order of opening. It is taken while the user is locked, so a later page has a higher number.
  number bigint generated always as identity,
  user_id uuid not null constraint checkouts__user_id references users (id),
  price_id text not null,
  billing_customer_id text,
  opened_at timestamptz(3) not null,
  -- It can no longer be paid, or what it paid for is known.
  closed_at timestamptz(3)
);
create index checkouts__user on checkouts (user_id, number);
grant select, insert, update, delete on checkouts to earshot_app;
create trigger checkouts__owner after insert on checkouts
  for each row execute function refuse_deleted_account('user_id');

alter table test_checkouts
  add column paid_subscription_id text,
  add column closed_at timestamptz(3);
