-- Who is billed for which plan. The provider of the billing knows; these rows are what its notices let us read there.

alter table artist_subscriptions
  -- Null on a plan that nobody is billed for, such as a trial.
  add column billing_customer_id text,
  add column billing_subscription_id text constraint artist_subscriptions__billing_subscription_id unique,
  add column payment_failed boolean not null default false,
  -- The plan that begins with the next period, where another one was chosen.
  add column next_plan text constraint artist_subscriptions__next_plan check (next_plan in ('basic', 'pro', 'unlimited'));

-- Notices of the provider that were taken: each is acted on once.
create table billing_notices (
  id text constraint billing_notices__id primary key,
  received_at timestamptz(3) not null
);

-- The local provider of test mode keeps its own books here, as Stripe would keep them.
create table test_subscriptions (
  id text constraint test_subscriptions__id primary key,
  customer_id text not null,
  user_id uuid not null constraint test_subscriptions__user_id references users (id),
  price_id text not null,
  next_price_id text,
  status text not null constraint test_subscriptions__status check (status in ('active', 'past_due', 'ended')),
  cancels_at_period_end boolean not null default false,
  next_payment_fails boolean not null default false,
  started_at timestamptz(3) not null,
  period_start timestamptz(3) not null,
  period_end timestamptz(3) not null,
  ended_at timestamptz(3)
);
create index test_subscriptions__due on test_subscriptions (period_end) where status <> 'ended';

create table test_checkouts (
  id text constraint test_checkouts__id primary key,
  user_id uuid not null constraint test_checkouts__user_id references users (id),
  customer_id text not null,
  -- Null opens the portal; with a subscription it changes that one.
  price_id text,
  subscription_id text,
  return_url text not null,
  created_at timestamptz(3) not null,
  done_at timestamptz(3)
);

grant select, insert on billing_notices to earshot_app;
grant select, insert, update on test_subscriptions, test_checkouts to earshot_app;
