-- Money: payout requests and the double-entry ledger. Amounts are whole US cents.
-- Credit is positive: what is owed to a listener is above zero, and every entry sums to zero.

create table payout_requests (
  id uuid primary key default gen_random_uuid(),
  listener_id uuid not null constraint payout_requests__listener_id references profiles (user_id),
  amount_cents bigint not null constraint payout_requests__amount_cents check (amount_cents >= 500),
  status text not null default 'pending'
    constraint payout_requests__status check (status in ('pending', 'completed', 'rejected')),
  -- Made by the client once per act and kept for ever: a repeat finds the first request.
  request_key uuid not null,
  created_at timestamptz(3) not null default now(),
  processed_at timestamptz(3),
  decided_by uuid constraint payout_requests__decided_by references users (id),
  decision_reason text constraint payout_requests__decision_reason
    check (char_length(btrim(decision_reason)) between 1 and 1000),
  constraint payout_requests__request_key unique (listener_id, request_key),
  constraint payout_requests__processed check ((status = 'pending') = (processed_at is null)),
  constraint payout_requests__decided check ((status = 'pending') = (decided_by is null)),
  constraint payout_requests__own_decision check (decided_by <> listener_id),
  constraint payout_requests__reason check (status <> 'rejected' or decision_reason is not null)
);
create index payout_requests__listener on payout_requests (listener_id, created_at desc, id);
create index payout_requests__pending on payout_requests (created_at, id) where status = 'pending';

create schema ledger;

-- What a review earns and what a payout needs. One row.
create table ledger.rates (
  only_row boolean primary key default true constraint rates__only_row check (only_row),
  reward_cents bigint not null constraint rates__reward_cents check (reward_cents > 0),
  reward_xp_points integer not null constraint rates__reward_xp_points check (reward_xp_points >= 0),
  minimum_payout_cents bigint not null constraint rates__minimum_payout_cents check (minimum_payout_cents >= 500)
);
insert into ledger.rates (reward_cents, reward_xp_points, minimum_payout_cents) values (15, 10, 500);

-- While a row is not lifted no payout is completed. Only the owner of the database lifts one.
create table ledger.halts (
  id bigint generated always as identity primary key,
  reason text not null constraint halts__reason check (char_length(btrim(reason)) > 0),
  halted_at timestamptz(3) not null default now(),
  lifted_at timestamptz(3)
);
create unique index halts__open on ledger.halts ((true)) where lifted_at is null;

create table ledger.accounts (
  id bigint generated always as identity primary key,
  -- A listener has available, pending and owed (money already paid out whose review was reversed).
  kind text not null,
  listener_id uuid constraint accounts__listener_id references profiles (user_id),
  class text not null generated always as (case kind
    when 'available' then 'liability' when 'pending' then 'liability' when 'owed' then 'asset'
    when 'payout_cash' then 'asset'
    when 'reward_expense' then 'expense' when 'corrections' then 'expense' when 'test_funds' then 'expense' end) stored,
  -- Null on the platform's own accounts: they are summed, because a running balance would be one row all wait for.
  balance_cents bigint,
  posting_count bigint,
  constraint accounts__listener_kind unique nulls not distinct (listener_id, kind),
  constraint accounts__kind check (case when listener_id is null
    then kind in ('reward_expense', 'payout_cash', 'corrections', 'test_funds')
    else kind in ('available', 'pending', 'owed') end),
  constraint accounts__running check (case when listener_id is null
    then balance_cents is null and posting_count is null
    else balance_cents is not null and posting_count is not null and posting_count >= 0 end),
  constraint accounts__floor check (case kind when 'owed' then balance_cents <= 0 else balance_cents >= 0 end)
);
insert into ledger.accounts (kind) values ('reward_expense'), ('payout_cash'), ('corrections'), ('test_funds');

-- The header of an entry states how many postings it has and the sum of the positive ones, so none can be added later.
create table ledger.transactions (
  id bigint generated always as identity primary key,
  kind text not null constraint transactions__kind check (kind in
    ('reward', 'reward_reversal', 'payout_request', 'payout_completion', 'payout_rejection')),
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
  constraint transactions__reversal check ((kind = 'reward_reversal') = (reverses is not null))
);
-- A payout is decided once.
create unique index transactions__payout_decision on ledger.transactions (source_id)
  where kind in ('payout_completion', 'payout_rejection');

create table ledger.postings (
  transaction_id bigint not null constraint postings__transaction_id references ledger.transactions (id),
  account_id bigint not null constraint postings__account_id references ledger.accounts (id),
  amount_cents bigint not null constraint postings__amount_cents check (amount_cents <> 0),
  constraint postings__transaction_account primary key (transaction_id, account_id)
);
create index postings__account on ledger.postings (account_id, transaction_id);

-- The listener an entry is about. A new kind of entry says here where its source is.
create function ledger.listener_of_entry(p_transaction bigint) returns uuid
language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  entry record;
begin
  select kind, source_id into entry from ledger.transactions where id = p_transaction;
  if entry.kind in ('reward', 'reward_reversal') then
    return (select listener_id from public.reviews where id = entry.source_id);
  end if;
  return (select listener_id from public.payout_requests where id = entry.source_id);
end $$;

-- The only writer of balances.
create function ledger.apply_posting() returns trigger
language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  owner uuid;
begin
  update ledger.accounts
     set balance_cents = balance_cents + new.amount_cents, posting_count = posting_count + 1
   where id = new.account_id and listener_id is not null
  returning listener_id into owner;
  if owner is not null and owner is distinct from ledger.listener_of_entry(new.transaction_id) then
    raise exception 'Entry % is not about the listener of account %', new.transaction_id, new.account_id
      using errcode = 'check_violation', constraint = 'postings__listener';
  end if;
  return null;
end $$;

-- Runs at commit for every header and every posting.
create function ledger.check_balanced() returns trigger
language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  entry bigint;
  fits boolean;
begin
  if tg_table_name = 'transactions' then entry := new.id; else entry := new.transaction_id; end if;
  select coalesce(sum(posting.amount_cents), 0) = 0
     and count(posting.amount_cents) = header.posting_count
     and coalesce(sum(posting.amount_cents) filter (where posting.amount_cents > 0), 0) = header.gross_cents
    into fits
    from ledger.transactions header left join ledger.postings posting on posting.transaction_id = header.id
   where header.id = entry
   group by header.id;
  if fits is not true then
    raise exception 'Entry % does not balance with its header', entry
      using errcode = 'check_violation', constraint = 'transactions__balanced';
  end if;
  return null;
end $$;

create function ledger.check_reversal() returns trigger
language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if not exists (select from ledger.transactions reward
                  where reward.id = new.reverses and reward.kind = 'reward'
                    and reward.source_id = new.source_id and reward.gross_cents = new.gross_cents) then
    raise exception 'A reversal must undo the reward of the same review'
      using errcode = 'check_violation', constraint = 'transactions__reversal_source';
  end if;
  return new;
end $$;

create function ledger.refuse_change() returns trigger
language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  raise exception '% of %.% is not possible: the ledger only grows', lower(tg_op), tg_table_schema, tg_table_name
    using errcode = 'restrict_violation';
end $$;

-- An account starts empty, and afterwards only apply_posting, itself a trigger, moves its balance.
create function ledger.guard_account() returns trigger
language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    if coalesce(new.balance_cents, 0) <> 0 or coalesce(new.posting_count, 0) <> 0 then
      raise exception 'A new account is empty' using errcode = 'restrict_violation';
    end if;
  elsif pg_trigger_depth() < 2
    or (new.id, new.kind, new.listener_id) is distinct from (old.id, old.kind, old.listener_id) then
    raise exception 'A balance changes by postings only' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

create function ledger.guard_payout_request() returns trigger
language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if old.status <> 'pending' or (new.id, new.listener_id, new.amount_cents, new.request_key, new.created_at)
    is distinct from (old.id, old.listener_id, old.amount_cents, old.request_key, old.created_at) then
    raise exception 'A payout request only changes by its one decision' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

create trigger payout_requests__guard before update on payout_requests
  for each row execute function ledger.guard_payout_request();
create trigger payout_requests__kept before delete or truncate on payout_requests
  for each statement execute function ledger.refuse_change();
create trigger accounts__guard before insert or update on ledger.accounts
  for each row execute function ledger.guard_account();
create trigger accounts__kept before delete or truncate on ledger.accounts
  for each statement execute function ledger.refuse_change();
create trigger transactions__kept before update or delete or truncate on ledger.transactions
  for each statement execute function ledger.refuse_change();
create trigger transactions__reversal before insert on ledger.transactions
  for each row when (new.reverses is not null) execute function ledger.check_reversal();
create constraint trigger transactions__balanced after insert on ledger.transactions
  deferrable initially deferred for each row execute function ledger.check_balanced();
create trigger postings__kept before update or delete or truncate on ledger.postings
  for each statement execute function ledger.refuse_change();
create trigger postings__apply after insert on ledger.postings
  for each row execute function ledger.apply_posting();
create constraint trigger postings__balanced after insert on ledger.postings
  deferrable initially deferred for each row execute function ledger.check_balanced();

create view listener_balances as
  select available.listener_id, available.balance_cents as available_cents, pending.balance_cents as pending_cents
    from ledger.accounts available
    join ledger.accounts pending on pending.listener_id = available.listener_id and pending.kind = 'pending'
   where available.kind = 'available';

revoke execute on all functions in schema ledger from public;
grant usage on schema ledger to earshot_app, earshot_audit;
grant select on all tables in schema ledger to earshot_app, earshot_audit;
grant select on payout_requests, listener_balances to earshot_app, earshot_audit;
