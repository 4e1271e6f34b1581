-- What the provider says beyond "active": unpaid, paused, refunded, disputed. Kept so that a plan follows it and an admin sees it.

alter table artist_subscriptions
  -- The first time the provider called this subscription unpaid; the grace counts from here, however often it repeats itself.
  add column past_due_since timestamptz(3),
  -- A paused plan is still there, but nothing is uploaded on it.
  add column paused_for text constraint artist_subscriptions__paused_for check (paused_for in ('dispute', 'collection')),
  -- Why we ended the plan ourselves, before the provider did.
  add column ended_for text constraint artist_subscriptions__ended_for check (ended_for in ('refund', 'dispute')),
  add column billing_price_id text,
  add column last_notice text,
  add column last_notice_at timestamptz(3),
  -- When the subscription is read again at the provider, should no notice come.
  add column next_check_at timestamptz(3) not null default now(),
  -- Set when an admin has to look: the price is unknown, or the provider does not know the subscription.
  add column problem text constraint artist_subscriptions__problem
    check (problem in ('unknown_price', 'not_at_provider', 'unreadable'));

-- Nobody knows when these failed, so they get the whole grace.
update artist_subscriptions set past_due_since = now(), expires_at = now() + interval '7 days'
  where payment_failed and active and expires_at > now();

create index artist_subscriptions__due_check on artist_subscriptions (next_check_at)
  where active and billing_subscription_id is not null;
create index artist_subscriptions__billed on artist_subscriptions (started_at desc, user_id desc)
  where billing_subscription_id is not null;
create index artist_subscriptions__attention on artist_subscriptions (started_at desc, user_id desc)
  where billing_subscription_id is not null
    and (problem is not null or active and (past_due_since is not null or paused_for is not null));

create index artist_subscriptions__customer on artist_subscriptions (billing_customer_id)
  where billing_customer_id is not null;

alter table billing_notices add column kind text;

-- Payments for subscriptions, as the provider has them. A payment is found again by the provider's id, so a repeated notice changes nothing.
create table billing_payments (
  id text constraint billing_payments__id primary key,
  subscription_id text not null,
  user_id uuid not null constraint billing_payments__user_id references users (id),
  amount_cents bigint not null constraint billing_payments__amount check (amount_cents > 0),
  -- What the provider keeps of it; null until the provider says.
  fee_cents bigint,
  currency text not null constraint billing_payments__currency check (currency ~ '^[a-z]{3}$'),
  period_start timestamptz(3) not null,
  period_end timestamptz(3) not null,
  paid_at timestamptz(3) not null,
  constraint billing_payments__period check (period_end >= period_start)
);
create index billing_payments__subscription on billing_payments (subscription_id, paid_at desc);
create index billing_payments__user on billing_payments (user_id, paid_at desc);

-- Refunds and disputes of these payments.
create table billing_reversals (
  id text constraint billing_reversals__id primary key,
  payment_id text not null constraint billing_reversals__payment_id references billing_payments (id),
  kind text not null constraint billing_reversals__kind check (kind in ('refund', 'dispute')),
  amount_cents bigint not null constraint billing_reversals__amount check (amount_cents >= 0),
  fee_cents bigint,
  currency text not null constraint billing_reversals__currency check (currency ~ '^[a-z]{3}$'),
  status text not null constraint billing_reversals__status check (case kind
    when 'refund' then status in ('pending', 'succeeded', 'failed')
    else status in ('inquiry', 'open', 'won', 'lost') end),
  happened_at timestamptz(3) not null,
  -- A refund or a dispute has an id of its own at the provider; this one is for the cursor of lists.
  place uuid not null default gen_random_uuid()
);
create index billing_reversals__payment on billing_reversals (payment_id);
create index billing_reversals__newest on billing_reversals (happened_at desc, place desc);

-- Subscriptions at the provider that belong to no plan or to no user of ours. Somebody may be paying for nothing.
create table billing_strays (
  subscription_id text constraint billing_strays__subscription_id primary key,
  user_id uuid constraint billing_strays__user_id references users (id),
  price_id text,
  reason text not null constraint billing_strays__reason check (reason in ('unknown_price', 'unknown_user')),
  noticed_at timestamptz(3) not null,
  next_check_at timestamptz(3) not null
);
create index billing_strays__due_check on billing_strays (next_check_at);

-- How the prices of the settings compared with the plans when they were last looked at.
create table billing_price_checks (
  price_id text constraint billing_price_checks__price_id primary key,
  -- Null: the price is as the plan says.
  problem text,
  checked_at timestamptz(3) not null
);

grant select, insert, update on billing_payments, billing_reversals, billing_price_checks to earshot_app;
grant select, insert, update, delete on billing_strays to earshot_app;

-- What the admin's list of subscriptions shows. It is read in three ways: all, those to look at, and by name.
create view subscription_entries as
  select subscription.user_id as id, profile.display_name, subscription.plan, subscription.active, subscription.expires_at,
         subscription.uploads_limit, subscription.uploads_used_this_month as uploads_used,
         subscription.current_period_start as period_start, subscription.current_period_end as period_end,
         subscription.paused_for, subscription.ended_for, subscription.problem, subscription.past_due_since,
         subscription.next_plan, subscription.billing_subscription_id as subscription_id,
         subscription.billing_customer_id as customer_id, subscription.billing_price_id as price_id,
         subscription.started_at as created_at, subscription.last_notice, subscription.last_notice_at,
         (select coalesce(sum(amount_cents), 0)::bigint from billing_payments
           where subscription_id = subscription.billing_subscription_id) as paid_cents,
         (select coalesce(sum(back.amount_cents), 0)::bigint
            from billing_payments paid join billing_reversals back on back.payment_id = paid.id
           where paid.subscription_id = subscription.billing_subscription_id
             and back.kind = 'refund' and back.status = 'succeeded') as refunded_cents
    from artist_subscriptions subscription join profiles profile on profile.user_id = subscription.user_id
   where subscription.billing_subscription_id is not null;
grant select on subscription_entries to earshot_app;

-- The local provider of test mode keeps payments too, and can be asked to refund, dispute and pause.
alter table test_subscriptions
  add column collection_paused boolean not null default false;
create table test_payments (
  id text constraint test_payments__id primary key,
  subscription_id text not null constraint test_payments__subscription_id references test_subscriptions (id),
  amount_cents bigint not null,
  period_start timestamptz(3) not null,
  period_end timestamptz(3) not null,
  paid_at timestamptz(3) not null,
  refunded_at timestamptz(3),
  disputed_at timestamptz(3),
  dispute text constraint test_payments__dispute check (dispute in ('open', 'won', 'lost'))
);
create index test_payments__subscription on test_payments (subscription_id, period_start desc);
grant select, insert, update on test_payments to earshot_app;
