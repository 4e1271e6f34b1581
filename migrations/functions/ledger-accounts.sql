-- The latest role counts. A suspended admin decides nothing.
create or replace function ledger.is_admin(p_user uuid) returns boolean
language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  return coalesce((select given.role = 'admin' and person.suspended_at is null
                     from public.user_roles given join public.users person on person.id = given.user_id
                    where given.user_id = p_user order by given.id desc limit 1), false);
end $$;

create or replace function ledger.platform_account(p_kind text) returns bigint
language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  return (select id from ledger.accounts where listener_id is null and kind = p_kind);
end $$;

-- Locks a listener's accounts and returns their balances. Creates the accounts on first use. Returns nulls for a user
-- without a profile.
create or replace function ledger.lock_wallet(p_listener uuid) returns ledger.wallet
language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  account record;
  wallet ledger.wallet;
begin
  for attempt in 1..2 loop
    for account in
      select id, kind, balance_cents from ledger.accounts where listener_id = p_listener order by id for no key update
    loop
      case account.kind
        when 'available' then wallet.available_id := account.id; wallet.available_cents := account.balance_cents;
        when 'pending' then wallet.pending_id := account.id; wallet.pending_cents := account.balance_cents;
        when 'owed' then wallet.owed_id := account.id; wallet.owed_cents := account.balance_cents;
        else null;
      end case;
    end loop;
    exit when wallet.owed_id is not null;
    -- If another transaction is creating them, this waits, and the second round finds them.
    insert into ledger.accounts (listener_id, kind, balance_cents, posting_count)
      select profile.user_id, made.kind, 0, 0
        from public.profiles profile cross join (values (1, 'available'), (2, 'pending'), (3, 'owed')) made (place, kind)
       where profile.user_id = p_listener order by made.place
      on conflict do nothing;
  end loop;
  return wallet;
end $$;

create or replace function ledger.is_test_account(p_user uuid) returns boolean
language sql set search_path = pg_catalog, pg_temp as $$
  select coalesce((select is_test from public.users where id = p_user), false)
$$;

-- Locks the wallet until the transaction ends, so that no payout can be requested meanwhile, and records the forfeited balance.
-- 'payout_pending': a request is undecided, its money is in transit, or it is under review. 'balance_changed': the balance differs from the confirmed one.
-- 'deleted': another deletion of this account was committed while this one waited for the wallet.
create or replace function ledger.close_wallet(p_listener uuid, p_forfeited bigint, p_at timestamptz) returns text
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  wallet ledger.wallet := ledger.lock_wallet(p_listener);
begin
  if exists (select from public.account_deletions where user_id = p_listener) then return 'deleted'; end if;
  if exists (select from public.payout_requests where listener_id = p_listener and status = 'pending')
    or exists (select from public.payout_transfers travel join public.payout_requests request on request.id = travel.payout_id
      where travel.listener_id = p_listener and request.status = 'completed'
        and travel.transfer in ('waiting', 'sending', 'checking'))
    or ledger.is_under_review(p_listener) then
    return 'payout_pending';
  end if;
  if coalesce(wallet.available_cents, 0) <> p_forfeited then return 'balance_changed'; end if;
  insert into public.account_deletions (user_id, deleted_at, forfeited_cents) values (p_listener, p_at, p_forfeited);
  return 'done';
end $$;

-- Held until the transaction ends, so that two concurrent actions of one admin cannot both fit below the amount that needs two
-- admins. Always taken last, after the listener's accounts.
create or replace function ledger.lock_admin(p_admin uuid) returns void
language sql set search_path = pg_catalog, pg_temp as $$
  select pg_advisory_xact_lock(hashtextextended('ledger admin ' || p_admin, 0))
$$;

-- Whether payments of this user count as income. Test accounts, sample accounts and other currencies do not.
create or replace function ledger.counts_as_income(p_user uuid, p_currency text) returns boolean
language sql set search_path = pg_catalog, pg_temp as $$
  select p_currency = 'usd'
    and exists (select from public.users person where person.id = p_user and public.has_bounds(person))
$$;
