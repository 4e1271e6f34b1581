-- Where a listener's money goes, and how each payout travels there.

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
  replaced_at timestamptz(3)
);
create unique index payees__current on payees (user_id) where confirmed_at is not null and replaced_at is null;
create unique index payees__unconfirmed on payees (user_id) where confirmed_at is null and replaced_at is null;
create index payees__user on payees (user_id, created_at desc);
create index payees__mark on payees (destination_mark);

create function guard_payee() returns trigger
language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if (new.id, new.user_id, new.method, new.country, new.destination_mark, new.created_at)
       is distinct from (old.id, old.user_id, old.method, old.country, old.destination_mark, old.created_at)
    or old.confirmed_at is not null and new.confirmed_at is distinct from old.confirmed_at
    or old.replaced_at is not null and new.replaced_at is distinct from old.replaced_at then
    raise exception 'A destination is confirmed once and replaced once, and changes in no other way'
      using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
revoke all on function guard_payee() from public;
create trigger payees__guard before update on payees for each row execute function guard_payee();
create trigger payees__news after insert or update on payees
  for each row execute function tell_news('wallet', 'user_id');

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
create trigger payout_holds__news after insert or update on payout_holds
  for each row execute function tell_news('wallet', 'user_id');

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
  constraint payout_transfers__provider unique (provider_id),
  constraint payout_transfers__frozen check ((payee_id is null) = (promised_from is null)),
  constraint payout_transfers__destination check (transfer in ('waiting', 'failed') or payee_id is not null),
  constraint payout_transfers__sent check ((sent_at is null) = (attempts = 0)),
  constraint payout_transfers__ended check ((transfer in ('paid', 'failed')) = (ended_at is not null)),
  constraint payout_transfers__failed check ((transfer = 'failed') = (reason is not null))
);
create index payout_transfers__waiting on payout_transfers (promised_from, payout_id) where transfer = 'waiting';
create index payout_transfers__under_way on payout_transfers (next_ask_at, payout_id)
  where transfer in ('sending', 'checking');
create index payout_transfers__payee on payout_transfers (payee_id);

create function guard_payout_transfer() returns trigger
language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if new.payout_id <> old.payout_id
    or old.payee_id is not null and new.payee_id is distinct from old.payee_id
    or new.attempts < old.attempts
    or old.provider_id is not null and new.provider_id is distinct from old.provider_id
    or old.cost_cents is not null and new.cost_cents is distinct from old.cost_cents then
    raise exception 'What was frozen into a payout, and what its provider said, stays'
      using errcode = 'restrict_violation';
  end if;
  if new.transfer <> old.transfer and not (case old.transfer
    when 'waiting' then new.transfer in ('sending', 'failed')
    when 'sending' then new.transfer in ('paid', 'failed', 'checking')
    when 'checking' then new.transfer in ('sending', 'paid', 'failed')
    -- A bank may send it back days after it arrived.
    when 'paid' then new.transfer = 'failed'
    else false end) then
    raise exception 'A transfer does not go from % to %', old.transfer, new.transfer
      using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
revoke all on function guard_payout_transfer() from public;
create trigger payout_transfers__guard before update on payout_transfers
  for each row execute function guard_payout_transfer();
create trigger payout_transfers__kept before delete or truncate on payout_transfers
  for each statement execute function ledger.refuse_change();
create trigger payout_transfers__admin_news after insert or update on payout_transfers
  for each row execute function tell_news('admin');

-- What a payment service takes for a payout is an expense of the platform.
alter table ledger.accounts
  drop constraint accounts__kind,
  add constraint accounts__kind check (case when listener_id is null
    then kind in ('reward_expense', 'payout_cash', 'payout_costs', 'corrections', 'test_funds')
    else kind in ('available', 'pending', 'owed') end),
  drop column class,
  add column class text not null generated always as (case kind
    when 'available' then 'liability' when 'pending' then 'liability' when 'owed' then 'asset'
    when 'payout_cash' then 'asset'
    when 'reward_expense' then 'expense' when 'payout_costs' then 'expense' when 'corrections' then 'expense'
    when 'test_funds' then 'expense' end) stored;
insert into ledger.accounts (kind) values ('payout_costs');
alter table ledger.transactions
  drop constraint transactions__kind,
  add constraint transactions__kind check (kind in ('reward', 'reward_reversal', 'payout_request', 'payout_completion',
    'payout_rejection', 'payout_cancellation', 'payout_return', 'payout_cost', 'correction', 'test_grant'));

grant select, insert on payees, payout_holds to earshot_app;
grant update (confirmed_at, replaced_at, details_encrypted, masked) on payees to earshot_app;
grant update (held_until, held_for, stopped_at) on payout_holds to earshot_app;
grant select on payout_transfers to earshot_app, earshot_audit;
