-- Plans: subscriptions, their payments, and how many reviews an artist may ask for.

create table artist_subscriptions (
  user_id uuid primary key constraint artist_subscriptions__user_id references users (id),
  plan text not null constraint artist_subscriptions__plan check (plan in ('basic', 'pro', 'unlimited', 'icon')),
  -- Null means without limit.
  uploads_limit integer constraint artist_subscriptions__uploads_limit check (uploads_limit >= 0),
  price_per_month_cents bigint not null constraint artist_subscriptions__price check (price_per_month_cents >= 0),
  uploads_used_this_month integer not null default 0
    constraint artist_subscriptions__uploads_used check (uploads_used_this_month >= 0),
  active boolean not null,
  trial boolean not null default false,
  started_at timestamptz(3) not null default now(),
  expires_at timestamptz(3),
  current_period_start timestamptz(3) not null,
  current_period_end timestamptz(3) not null,
  -- Null on a plan that nobody is billed for, such as a trial.
  billing_customer_id text,
  billing_subscription_id text constraint artist_subscriptions__billing_subscription_id unique,
  payment_failed boolean not null default false,
  -- The plan that begins with the next period, where another one was chosen.
  next_plan text constraint artist_subscriptions__next_plan check (next_plan in ('basic', 'pro', 'unlimited')),
  -- The first time the provider called this subscription unpaid; the grace counts from here, however often it repeats itself.
  past_due_since timestamptz(3),
  -- A paused plan is still there, but nothing is uploaded on it.
  paused_for text constraint artist_subscriptions__paused_for check (paused_for in ('dispute', 'collection')),
  -- Why we ended the plan ourselves, before the provider did.
  ended_for text constraint artist_subscriptions__ended_for check (ended_for in ('refund', 'dispute')),
  billing_price_id text,
  last_notice text,
  last_notice_at timestamptz(3),
  -- When the subscription is read again at the provider, should no notice come.
  next_check_at timestamptz(3) not null default now(),
  -- Set when an admin has to look: the price is unknown, or the provider does not know the subscription.
  problem text constraint artist_subscriptions__problem
    check (problem in ('unknown_price', 'not_at_provider', 'unreadable')),
  -- A plan that is past due has an expiry in any case. This tells whether the provider would bill a further period. Plans that are past
  -- due are read again within the hour.
  cancels_at_period_end boolean not null default false,
  constraint artist_subscriptions__period check (current_period_end > current_period_start)
);
create index artist_subscriptions__attention on artist_subscriptions (started_at desc, user_id desc)
  where billing_subscription_id is not null
    and (problem is not null or active and (past_due_since is not null or paused_for is not null));
create index artist_subscriptions__billed on artist_subscriptions (started_at desc, user_id desc)
  where billing_subscription_id is not null;
create index artist_subscriptions__customer on artist_subscriptions (billing_customer_id)
  where billing_customer_id is not null;
create index artist_subscriptions__due_check on artist_subscriptions (next_check_at)
  where active and billing_subscription_id is not null;
grant insert, select, update on artist_subscriptions to earshot_app;

-- The reviews that are included in one period of an artist's plan, and its house pool: a fifth of them.
create table review_allowances (
  id uuid primary key default gen_random_uuid(),
  artist_id uuid not null constraint review_allowances__artist_id references users (id),
  -- The dearest plan of this period so far.
  plan text not null constraint review_allowances__plan check (plan in ('basic', 'pro', 'unlimited', 'icon')),
  period_start timestamptz(3) not null,
  period_end timestamptz(3) not null,
  included integer not null constraint review_allowances__included check (included >= 0),
  taken integer not null default 0,
  house_taken integer not null default 0,
  -- Whose money pays for a period's included reviews: null for a trial. If that money goes back, these places close.
  billing_subscription_id text,
  -- What a replaced subscription used counts for the one that follows it. Kept, so that it can be taken back if its money is.
  carried_to uuid constraint review_allowances__carried_to references review_allowances (id),
  carried_reviews integer not null default 0 constraint review_allowances__carried_reviews check (carried_reviews >= 0),
  carried_house integer not null default 0 constraint review_allowances__carried_house check (carried_house >= 0),
  carried_uploads integer not null default 0 constraint review_allowances__carried_uploads check (carried_uploads >= 0),
  constraint review_allowances__period check (period_end > period_start),
  constraint review_allowances__taken check (taken between 0 and included),
  constraint review_allowances__house_taken check (house_taken between 0 and included / 5),
  constraint review_allowances__carried
    check (carried_to is not null or carried_reviews = 0 and carried_house = 0 and carried_uploads = 0),
  constraint review_allowances__artist_period
  unique nulls not distinct (artist_id, period_start, billing_subscription_id)
);
create index review_allowances__carried_to on review_allowances (carried_to) where carried_to is not null;
create index review_allowances__running on review_allowances (period_end);
grant insert, select, update on review_allowances to earshot_app;

create table upload_limits (
  user_id uuid primary key constraint upload_limits__user_id references users (id),
  remaining integer not null constraint upload_limits__remaining check (remaining >= 0),
  period_start date not null
);
grant insert, select, update on upload_limits to earshot_app;

-- What the house pays for uploads on a credit in one month (UTC), counted at the top rate.
create table free_budgets (
  month date primary key constraint free_budgets__month check (extract(day from month) = 1),
  budget_cents bigint not null,
  taken_cents bigint not null default 0,
  constraint free_budgets__taken check (taken_cents between 0 and budget_cents)
);
grant insert, select, update on free_budgets to earshot_app;

-- What the house pays on one day (UTC) for places that nobody bought, counted at the top rate.
create table extra_budgets (
  day date primary key,
  budget_cents bigint not null,
  taken_cents bigint not null default 0,
  constraint extra_budgets__taken check (taken_cents between 0 and budget_cents)
);
grant insert, select, update on extra_budgets to earshot_app;

-- What a missed date, or a takedown that was wrong, gives back: once for a track, and it does not end with the month.
create table given_back (
  track_id uuid not null,
  artist_id uuid not null constraint given_back__artist_id references users (id),
  -- 0 where the upload went back to the plan's running period.
  uploads integer not null constraint given_back__uploads check (uploads in (0, 1)),
  uploads_left integer not null,
  reviews integer not null,
  reviews_left integer not null,
  -- Places that were taken from the late track itself because the house pool was empty.
  reviews_moved integer not null default 0,
  given_at timestamptz(3) not null,
  constraint given_back__uploads_left check (uploads_left between 0 and uploads),
  constraint given_back__reviews_left check (reviews_left between 0 and reviews),
  constraint given_back__reviews_moved check (reviews_moved between 0 and reviews),
  primary key (track_id)
);
create index given_back__left on given_back (artist_id, given_at) where uploads_left > 0 or reviews_left > 0;
grant insert, select, update on given_back to earshot_app;

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
grant delete, insert, select, update on checkouts to earshot_app;

-- Notices of the provider that were taken: each is acted on once.
create table billing_notices (
  id text constraint billing_notices__id primary key,
  received_at timestamptz(3) not null,
  kind text
);
create index billing_notices__received on billing_notices (received_at);
grant insert, select on billing_notices to earshot_app;

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
  -- An entry names its source by an id of ours.
  place uuid not null default gen_random_uuid(),
  -- A blinded mark of what was paid with, where the provider tells it.
  card_mark text constraint billing_payments__card_mark check (char_length(card_mark) = 22),
  constraint billing_payments__period check (period_end >= period_start)
);
create index billing_payments__card on billing_payments (card_mark) where card_mark is not null;
create index billing_payments__paid on billing_payments (paid_at);
create unique index billing_payments__place on billing_payments (place);
create index billing_payments__subscription on billing_payments (subscription_id, paid_at desc);
create index billing_payments__user on billing_payments (user_id, paid_at desc);
grant insert, select, update on billing_payments to earshot_app;

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
create index billing_reversals__newest on billing_reversals (happened_at desc, place desc);
create index billing_reversals__payment on billing_reversals (payment_id);
create unique index billing_reversals__place on billing_reversals (place);
grant insert, select, update on billing_reversals to earshot_app;

-- How the prices of the settings compared with the plans when they were last looked at.
create table billing_price_checks (
  price_id text constraint billing_price_checks__price_id primary key,
  -- Null: the price is as the plan says.
  problem text,
  checked_at timestamptz(3) not null
);
grant insert, select, update on billing_price_checks to earshot_app;

-- Subscriptions at the provider that belong to no plan or to no user of ours. Somebody may be paying for nothing.
create table billing_strays (
  subscription_id text constraint billing_strays__subscription_id primary key,
  user_id uuid constraint billing_strays__user_id references users (id),
  price_id text,
  reason text not null
    constraint billing_strays__reason
  check (reason in ('unknown_price', 'unknown_user', 'not_ended')),
  noticed_at timestamptz(3) not null,
  next_check_at timestamptz(3) not null,
  -- How a replaced subscription is to be ended. Decided once, because the provider may have to be asked again.
  ending text constraint billing_strays__ending check (ending in ('endReplaced', 'endReversed')),
  constraint billing_strays__ending_reason check (ending is null or reason = 'not_ended')
);
create index billing_strays__due_check on billing_strays (next_check_at);
grant delete, insert, select, update on billing_strays to earshot_app;

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
  -- A refund that the provider refused because of a dispute is asked for again, once for each dispute that is won.
  refused_in_dispute boolean not null default false,
  asked_again integer not null default 0,
  constraint plan_refunds__problem check ((problem is not null) = (outcome is not distinct from 'refused')),
  constraint plan_refunds__refused_in_dispute check (not refused_in_dispute or outcome = 'refused')
);
create index plan_refunds__user on plan_refunds (user_id);
grant insert, select on plan_refunds to earshot_app;
grant update (outcome, problem, refused_in_dispute, asked_again) on plan_refunds to earshot_app;

create table test_checkouts (
  id text constraint test_checkouts__id primary key,
  user_id uuid not null constraint test_checkouts__user_id references users (id),
  customer_id text not null,
  -- Null opens the portal; with a subscription it changes that one.
  price_id text,
  subscription_id text,
  return_url text not null,
  created_at timestamptz(3) not null,
  done_at timestamptz(3),
  paid_subscription_id text,
  closed_at timestamptz(3)
);
grant insert, select, update on test_checkouts to earshot_app;

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
  ended_at timestamptz(3),
  -- The local provider of test mode keeps payments too, and can be asked to refund, dispute and pause.
  collection_paused boolean not null default false
);
create index test_subscriptions__due on test_subscriptions (period_end) where status <> 'ended';
grant insert, select, update on test_subscriptions to earshot_app;

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
grant insert, select, update on test_payments to earshot_app;
