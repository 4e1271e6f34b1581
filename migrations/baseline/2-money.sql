-- Money: the ledger, payout destinations, payouts and how they travel. Only the ledger's functions write to the ledger.

create schema ledger;
grant usage on schema ledger to earshot_app, earshot_audit;

-- What the ledger's functions return.
create type ledger.claim_outcome as (payout_id uuid, looked_to uuid);
create type ledger.correction_outcome as
  (outcome text, correction_id uuid, amount_cents bigint, status text, available_cents bigint);
create type ledger.cost_outcome as (outcome text, cost_id uuid);
create type ledger.export_outcome as (outcome text, export_id uuid);
create type ledger.grant_outcome as (outcome text, amount_cents bigint, available_cents bigint);
create type ledger.payout_decision_outcome as
  (outcome text, listener_id uuid, amount_cents bigint, status text, processed_at timestamptz(3));
create type ledger.payout_request_outcome as
  (outcome text, payout_id uuid, amount_cents bigint, status text, created_at timestamptz(3));
create type ledger.return_outcome as
  (outcome text, listener_id uuid, amount_cents bigint, status text, returned_at timestamptz(3));
create type ledger.review_outcome as (outcome text, earned_cents bigint, status text);
create type ledger.transfer_outcome as (outcome text, transfer text, listener_id uuid, amount_cents bigint);
create type ledger.wallet as
  (available_id bigint, available_cents bigint, pending_id bigint, pending_cents bigint, owed_id bigint, owed_cents bigint);

-- What a review earns and what a payout needs. One row.
create table ledger.rates (
  only_row boolean primary key default true constraint rates__only_row check (only_row),
  reward_cents bigint not null constraint rates__reward_cents check (reward_cents > 0),
  reward_xp_points integer not null constraint rates__reward_xp_points check (reward_xp_points >= 0),
  minimum_payout_cents bigint not null constraint rates__minimum_payout_cents check (minimum_payout_cents >= 500),
  test_grant_cents bigint not null default 1500
    constraint rates__test_grant_cents check (test_grant_cents > 0),
  -- Above these amounts two admins are needed. Null: one is enough.
  second_admin_payout_cents bigint
    constraint rates__second_admin_payout_cents check (second_admin_payout_cents > 0),
  second_admin_correction_cents bigint default 10000
    constraint rates__second_admin_correction_cents check (second_admin_correction_cents > 0),
  trusted_reward_cents bigint not null default 20,
  constraint rates__trusted_reward_cents check (trusted_reward_cents > 0)
);
grant select on ledger.rates to earshot_app, earshot_audit;

create table ledger.accounts (
  id bigint generated always as identity primary key,
  -- A listener has available, pending and owed (money already paid out whose review was reversed).
  kind text not null,
  listener_id uuid constraint accounts__listener_id references profiles (user_id),
  -- Null on the platform's own accounts: they are summed, because a running balance would be one row all wait for.
  balance_cents bigint,
  posting_count bigint,
  class text not null generated always as (case kind
    when 'available' then 'liability' when 'pending' then 'liability' when 'owed' then 'asset'
    when 'payout_cash' then 'asset' when 'provider_cash' then 'asset'
    when 'plan_income' then 'income' when 'plan_refunds' then 'income' when 'plan_disputes' then 'income'
    when 'reward_expense' then 'expense' when 'payout_costs' then 'expense' when 'corrections' then 'expense'
    when 'billing_fees' then 'expense' when 'test_funds' then 'expense' end) stored,
  constraint accounts__listener_kind unique nulls not distinct (listener_id, kind),
  constraint accounts__running check (case when listener_id is null
    then balance_cents is null and posting_count is null
    else balance_cents is not null and posting_count is not null and posting_count >= 0 end),
  constraint accounts__floor check (case kind when 'owed' then balance_cents <= 0 else balance_cents >= 0 end),
  constraint accounts__kind check (case when listener_id is null
    then kind in ('reward_expense', 'payout_cash', 'payout_costs', 'corrections', 'test_funds',
      'plan_income', 'plan_refunds', 'plan_disputes', 'billing_fees', 'provider_cash')
    else kind in ('available', 'pending', 'owed') end)
);
grant select on ledger.accounts to earshot_app, earshot_audit;

-- The header of an entry states how many postings it has and the sum of the positive ones, so none can be added later.
create table ledger.transactions (
  id bigint generated always as identity primary key,
  kind text not null
    constraint transactions__kind check (kind in ('reward', 'reward_reversal', 'payout_request', 'payout_completion',
    'payout_rejection', 'payout_cancellation', 'payout_return', 'payout_cost', 'correction', 'test_grant',
    'plan_payment', 'plan_fee', 'plan_refund', 'plan_refund_failure', 'plan_dispute', 'plan_dispute_won',
    'plan_dispute_fee')),
  -- The review or the payout request that the entry is about.
  source_id uuid not null,
  reverses bigint constraint transactions__reverses unique
    constraint transactions__reverses_entry references ledger.transactions (id),
  posting_count integer not null constraint transactions__posting_count check (posting_count >= 2),
  gross_cents bigint not null constraint transactions__gross_cents check (gross_cents > 0),
  -- Null: the approval rules.
  actor uuid constraint transactions__actor references users (id),
  reason text,
  created_at timestamptz(3) not null default now(),
  constraint transactions__kind_source unique (kind, source_id),
  constraint transactions__reversal
    check ((kind in ('reward_reversal', 'payout_return')) = (reverses is not null))
);
create unique index transactions__payout_decision on ledger.transactions (source_id)
  where kind in ('payout_completion', 'payout_rejection', 'payout_cancellation');
-- The rewards of a day are summed against the day's budget.
create index transactions__rewards on ledger.transactions (created_at) include (gross_cents) where kind = 'reward';
grant select on ledger.transactions to earshot_app, earshot_audit;

create table ledger.postings (
  transaction_id bigint not null constraint postings__transaction_id references ledger.transactions (id),
  account_id bigint not null constraint postings__account_id references ledger.accounts (id),
  amount_cents bigint not null constraint postings__amount_cents check (amount_cents <> 0),
  constraint postings__transaction_account primary key (transaction_id, account_id)
);
create index postings__account on ledger.postings (account_id, transaction_id) include (amount_cents);
grant select on ledger.postings to earshot_app, earshot_audit;

create table ledger.corrections (
  id uuid primary key default gen_random_uuid(),
  listener_id uuid not null constraint corrections__listener_id references profiles (user_id),
  amount_cents bigint not null constraint corrections__amount_cents check (amount_cents <> 0),
  -- The listener reads it in the statement.
  reason text not null constraint corrections__reason check (char_length(btrim(reason)) between 20 and 1000),
  needs_second boolean not null,
  status text not null default 'waiting'
    constraint corrections__status check (status in ('waiting', 'booked', 'declined')),
  proposed_by uuid not null constraint corrections__proposed_by references users (id),
  request_key uuid not null,
  proposed_at timestamptz(3) not null default now(),
  decided_by uuid constraint corrections__decided_by references users (id),
  decided_at timestamptz(3),
  constraint corrections__request_key unique (proposed_by, request_key),
  constraint corrections__own check (listener_id not in (proposed_by, decided_by)),
  constraint corrections__decided check (
    num_nonnulls(decided_by, decided_at) = case status when 'waiting' then 0 else 2 end),
  constraint corrections__second_admin check (not needs_second or status <> 'booked' or decided_by <> proposed_by)
);
create index corrections__alone on ledger.corrections (proposed_by, decided_at)
  where status = 'booked' and not needs_second;
create index corrections__listener on ledger.corrections (listener_id);
create index corrections__waiting on ledger.corrections (proposed_at, id) where status = 'waiting';
grant select on ledger.corrections to earshot_app, earshot_audit;

-- While a row is not lifted no payout is completed. Only the owner of the database lifts one.
create table ledger.halts (
  id bigint generated always as identity primary key,
  reason text not null constraint halts__reason check (char_length(btrim(reason)) > 0),
  halted_at timestamptz(3) not null default now(),
  lifted_at timestamptz(3),
  lifted_by uuid constraint halts__lifted_by references users (id),
  lift_reason text constraint halts__lift_reason check (char_length(btrim(lift_reason)) between 20 and 1000)
);
create unique index halts__open on ledger.halts ((true)) where lifted_at is null;
grant select on ledger.halts to earshot_app, earshot_audit;

create table ledger.test_grants (
  id uuid primary key default gen_random_uuid(),
  listener_id uuid not null constraint test_grants__listener_id references profiles (user_id),
  amount_cents bigint not null constraint test_grants__amount_cents check (amount_cents > 0),
  granted_by uuid not null constraint test_grants__granted_by references users (id),
  request_key uuid not null,
  granted_at timestamptz(3) not null default now(),
  constraint test_grants__request_key unique (granted_by, request_key)
);
create index test_grants__listener on ledger.test_grants (listener_id);
grant select on ledger.test_grants to earshot_app, earshot_audit;

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
grant select on ledger.payout_costs to earshot_app, earshot_audit;

-- Each run of the audit, and up to where the seal outside the database goes.
create table ledger.audit_runs (
  id bigint generated always as identity primary key,
  ran_at timestamptz(3) not null default now(),
  findings jsonb not null constraint audit_runs__findings check (jsonb_typeof(findings) = 'array'),
  seal_number integer constraint audit_runs__seal_number check (seal_number > 0),
  seal_digest text constraint audit_runs__seal_digest check (seal_digest ~ '^[0-9a-f]{64}$'),
  sealed_entry bigint,
  sealed_entries bigint,
  constraint audit_runs__seal check (num_nonnulls(seal_number, seal_digest, sealed_entry, sealed_entries) in (0, 4))
);
grant select on ledger.audit_runs to earshot_app, earshot_audit;

-- A destination of a user. Its details never change: another destination is another row, so what was frozen into a payout
-- stays what it was.
create table payees (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null constraint payees__user_id references users (id),
  method text not null constraint payees__method check (method in ('stripe', 'paypal', 'bank', 'local')),
  country text not null constraint payees__country check (country ~ '^[A-Z]{2}$'),
  -- Destination and legal name, encrypted with a key the database never sees; null once the account was deleted.
  details_encrypted bytea,
  -- Equal for equal destinations and says nothing else: one destination of two accounts is a relation.
  destination_mark bytea not null,
  masked text not null constraint payees__masked check (char_length(masked) between 1 and 120),
  created_at timestamptz(3) not null default now(),
  -- By the mailed link.
  confirmed_at timestamptz(3),
  -- Another one took its place, or it was withdrawn.
  replaced_at timestamptz(3),
  -- 'This was not me', or a provider that knows the destination no longer: nothing is sent there any more.
  withdrawn_at timestamptz(3),
  constraint payees__withdrawn check (withdrawn_at is null or replaced_at is not null)
);
create unique index payees__current on payees (user_id) where confirmed_at is not null and replaced_at is null;
create index payees__mark on payees (destination_mark);
create unique index payees__unconfirmed on payees (user_id) where confirmed_at is null and replaced_at is null;
create index payees__user on payees (user_id, created_at desc);
grant insert, select on payees to earshot_app;
grant update (details_encrypted, masked, confirmed_at, replaced_at, withdrawn_at) on payees to earshot_app;

-- Nothing leaves for a user before held_until; while stopped_at is set, nothing leaves at all.
create table payout_holds (
  user_id uuid primary key constraint payout_holds__user_id references users (id),
  held_until timestamptz(3) not null,
  held_for text not null constraint payout_holds__held_for check (held_for in
    ('first_destination', 'changed_destination', 'changed_email', 'reset_password', 'removed_factor')),
  -- Somebody at one of the account's addresses said 'This was not me'.
  stopped_at timestamptz(3)
);
create index payout_holds__stopped on payout_holds (stopped_at) where stopped_at is not null;
grant insert, select on payout_holds to earshot_app;
grant update (held_until, held_for, stopped_at) on payout_holds to earshot_app;

create table payout_requests (
  id uuid primary key default gen_random_uuid(),
  listener_id uuid not null constraint payout_requests__listener_id references profiles (user_id),
  amount_cents bigint not null constraint payout_requests__amount_cents check (amount_cents >= 500),
  status text not null default 'pending'
    constraint payout_requests__status
    check (status in ('pending', 'completed', 'rejected', 'cancelled', 'returned')),
  -- Made by the client once per act and kept for ever: a repeat finds the first request.
  request_key uuid not null,
  created_at timestamptz(3) not null default now(),
  processed_at timestamptz(3),
  decided_by uuid constraint payout_requests__decided_by references users (id),
  decision_reason text constraint payout_requests__decision_reason
    check (char_length(btrim(decision_reason)) between 1 and 1000),
  first_approved_by uuid constraint payout_requests__first_approved_by references users (id),
  first_approved_at timestamptz(3),
  returned_by uuid constraint payout_requests__returned_by references users (id),
  returned_at timestamptz(3),
  return_reason text,
  by_rule boolean not null default false,
  -- Null: there was none yet.
  seen_payee_id uuid constraint payout_requests__seen_payee_id references payees (id),
  constraint payout_requests__request_key unique (listener_id, request_key),
  constraint payout_requests__processed check ((status = 'pending') = (processed_at is null)),
  constraint payout_requests__own_decision check (decided_by <> listener_id),
  constraint payout_requests__reason check (status <> 'rejected' or decision_reason is not null),
  constraint payout_requests__first_approval
    check ((first_approved_by is null) = (first_approved_at is null) and first_approved_by <> listener_id),
  constraint payout_requests__own_return check (returned_by <> listener_id),
  constraint payout_requests__decided
    check ((status in ('pending', 'cancelled')) = (decided_by is null and not by_rule)),
  constraint payout_requests__returned check (
    num_nonnulls(returned_at, return_reason) = case status when 'returned' then 2 else 0 end
    and (status = 'returned' or returned_by is null)),
  constraint payout_requests__return_reason check (
    char_length(btrim(return_reason)) between case when returned_by is null then 1 else 20 end and 1000),
  constraint payout_requests__second_admin check (status not in ('completed', 'returned')
    or case when by_rule then first_approved_by is null else first_approved_by is distinct from decided_by end),
  constraint payout_requests__rule check (not by_rule or (decided_by is null and status in ('completed', 'returned', 'rejected')))
);
create index payout_requests__alone on payout_requests (decided_by, processed_at)
  where status in ('completed', 'returned') and first_approved_by is null;
create index payout_requests__completed on payout_requests (processed_at, id) where status = 'completed';
create index payout_requests__listener on payout_requests (listener_id, created_at desc, id);
create index payout_requests__pending on payout_requests (created_at, id) where status = 'pending';
create index payout_requests__seen_payee on payout_requests (seen_payee_id);
grant select on payout_requests to earshot_app, earshot_audit;

-- How the money of one payout request travels. Requests that were handed over before have none.
create table payout_transfers (
  payout_id uuid primary key constraint payout_transfers__payout_id references payout_requests (id),
  transfer text not null default 'waiting'
    constraint payout_transfers__transfer check (transfer in ('waiting', 'sending', 'paid', 'failed', 'checking')),
  -- The destination frozen into the request: at the request, else when the first one is confirmed.
  payee_id uuid constraint payout_transfers__payee_id references payees (id),
  -- The promised date counts from here: the request, or later the end of the hold of a destination.
  promised_from timestamptz(3),
  attempts integer not null default 0 constraint payout_transfers__attempts check (attempts >= 0),
  sent_at timestamptz(3),
  -- The provider's own id for it.
  provider_id text constraint payout_transfers__provider_id check (char_length(provider_id) between 1 and 255),
  -- When the provider is asked how it stands.
  next_ask_at timestamptz(3),
  ended_at timestamptz(3),
  reason text constraint payout_transfers__reason check (char_length(btrim(reason)) between 1 and 1000),
  cost_cents bigint constraint payout_transfers__cost_cents check (cost_cents > 0),
  listener_id uuid not null constraint payout_transfers__listener_id references profiles (user_id),
  -- A rejected or canceled request never travels. The status stands here too, so that indexes leave it out.
  request_status text not null default 'pending' constraint payout_transfers__request_status
    check (request_status in ('pending', 'completed', 'rejected', 'cancelled', 'returned')),
  constraint payout_transfers__provider unique (provider_id),
  constraint payout_transfers__frozen check ((payee_id is null) = (promised_from is null)),
  constraint payout_transfers__destination check (transfer in ('waiting', 'failed') or payee_id is not null),
  constraint payout_transfers__sent check ((sent_at is null) = (attempts = 0)),
  constraint payout_transfers__ended check ((transfer in ('paid', 'failed')) = (ended_at is not null)),
  constraint payout_transfers__failed check ((transfer = 'failed') = (reason is not null))
);
create index payout_transfers__listener on payout_transfers (listener_id, payout_id);
create index payout_transfers__open on payout_transfers (payout_id)
  where transfer in ('waiting', 'sending', 'checking') and request_status = 'completed';
create index payout_transfers__payee on payout_transfers (payee_id);
create index payout_transfers__pending on payout_transfers (promised_from, payout_id)
  where transfer = 'waiting' and request_status = 'pending';
create index payout_transfers__to_ask on payout_transfers (next_ask_at, payout_id) where next_ask_at is not null;
create index payout_transfers__waiting on payout_transfers (promised_from, payout_id)
  where transfer = 'waiting' and request_status = 'completed';
create index payout_transfers__without on payout_transfers (listener_id)
  where payee_id is null and transfer = 'waiting' and request_status in ('pending', 'completed');
grant select on payout_transfers to earshot_app, earshot_audit;

-- Somebody, or the rule, has approved; the payout is completed when its time to undo is over.
create table payout_approvals (
  payout_id uuid primary key constraint payout_approvals__payout_id references payout_requests (id),
  -- Null: the rule.
  approved_by uuid constraint payout_approvals__approved_by references users (id),
  approved_at timestamptz(3) not null,
  completes_at timestamptz(3) not null,
  payee_id uuid constraint payout_approvals__payee_id references payees (id),
  constraint payout_approvals__undo check (completes_at >= approved_at)
);
create index payout_approvals__by on payout_approvals (approved_by);
create index payout_approvals__due on payout_approvals (completes_at);
create index payout_approvals__payee on payout_approvals (payee_id);
grant select on payout_approvals to earshot_app, earshot_audit;

-- What speaks against approving a pending payout by rule, as of the last look. An admin reads it beside the request.
create table payout_rule_findings (
  payout_id uuid primary key constraint payout_rule_findings__payout_id references payout_requests (id),
  looked_at timestamptz(3) not null,
  -- 'taken_back': an admin took an approval back, so from then on people decide.
  doubts text[] not null
    constraint payout_rule_findings__doubts check (doubts <@ array['taken_back', 'amount', 'standing', 'related', 'suspended',
    'not_seen', 'held', 'destination', 'artists', 'refused_before', 'owed'])
);
grant insert, select on payout_rule_findings to earshot_app;
grant update (looked_at, doubts) on payout_rule_findings to earshot_app;

-- Completed payouts as they were handed to the operator's bank or payment service, each once.
create table payout_exports (
  id uuid primary key default gen_random_uuid(),
  made_by uuid not null constraint payout_exports__made_by references users (id),
  made_at timestamptz(3) not null default now(),
  request_key uuid not null,
  line_count integer not null constraint payout_exports__line_count check (line_count > 0),
  total_cents bigint not null constraint payout_exports__total_cents check (total_cents > 0),
  -- A file is of one method. Null: made before there were destinations; it cannot be written again.
  method text constraint payout_exports__method check (method in ('paypal', 'bank')),
  -- Dollars for one euro in ten-thousandths, where the file is in euro.
  euro_rate integer constraint payout_exports__euro_rate check (euro_rate between 1000 and 100000),
  constraint payout_exports__request_key unique (made_by, request_key)
);
create index payout_exports__newest on payout_exports (made_at desc, id desc);
grant select on payout_exports to earshot_app, earshot_audit;

create table payout_export_lines (
  payout_id uuid constraint payout_export_lines__payout primary key
    constraint payout_export_lines__payout_id references payout_requests (id),
  export_id uuid not null constraint payout_export_lines__export_id references payout_exports (id),
  amount_cents bigint not null constraint payout_export_lines__amount_cents check (amount_cents > 0)
);
create index payout_export_lines__export on payout_export_lines (export_id, payout_id);
grant select on payout_export_lines to earshot_app, earshot_audit;

-- The operator has a listener's details for a year. The details themselves are kept outside Earshot.
create table tax_details (
  user_id uuid constraint tax_details__user_id references users (id),
  year integer constraint tax_details__year check (year between 2020 and 2100),
  received_at timestamptz(3) not null,
  primary key (user_id, year)
);
grant insert, select on tax_details to earshot_app;
grant update (received_at) on tax_details to earshot_app;

-- Above a yearly amount payouts to a country wait for the listener's tax details. The amounts come from the settings.
create table tax_limits (
  country text primary key constraint tax_limits__country check (country ~ '^[A-Z]{2}$'),
  yearly_cents bigint not null constraint tax_limits__yearly_cents check (yearly_cents > 0)
);
grant delete, insert, select, update on tax_limits to earshot_app;

-- What a payment service would know about payouts that go to the test provider. Kept through restarts, as theirs is.
create table test_transfers (
  payout_id uuid primary key constraint test_transfers__payout_id references payout_requests (id),
  conduct text not null constraint test_transfers__conduct
    check (conduct in ('pays', 'pays_later', 'fails', 'returns', 'loses_the_answer')),
  amount_cents bigint not null constraint test_transfers__amount_cents check (amount_cents > 0),
  received_at timestamptz(3) not null,
  -- When it was told that the money came back.
  returned_at timestamptz(3)
);
create index test_transfers__to_return on test_transfers (received_at) where conduct = 'returns' and returned_at is null;
grant insert, select, update on test_transfers to earshot_app;

create table rewards_of_days (
  review_id uuid not null,
  day date not null,
  cents bigint not null constraint rewards_of_days__cents check (cents >= 0),
  constraint rewards_of_days__review primary key (review_id)
);
create index rewards_of_days__day on rewards_of_days (day) include (cents);
grant delete, insert, select, update on rewards_of_days to earshot_app;

insert into ledger.rates (reward_cents, reward_xp_points, minimum_payout_cents) values (15, 10, 500);
insert into ledger.accounts (kind) values ('reward_expense'), ('payout_cash'), ('corrections'), ('test_funds'), ('payout_costs'),
  ('plan_income'), ('plan_refunds'), ('plan_disputes'), ('billing_fees'), ('provider_cash');
