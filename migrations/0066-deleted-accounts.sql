-- An account that was deleted keeps its row: reviews and the ledger refer to it, and it no longer says whose it was.

alter table users add column deleted_at timestamptz(3);

create table account_deletions (
  user_id uuid primary key constraint account_deletions__user_id references users (id),
  deleted_at timestamptz(3) not null,
  -- What the user agreed to give up. It stays where it is in the ledger, and nobody can ask for it.
  forfeited_cents bigint not null constraint account_deletions__forfeited_cents check (forfeited_cents >= 0)
);
grant select on account_deletions to earshot_app, earshot_audit;

-- The username goes with the account; it changes in no other way.
grant update (username) on profiles to earshot_app;

-- Holds the wallet until the transaction ends, so that no payout can be requested meanwhile, and records what is given up.
-- 'payout_pending': a request waits for its decision. 'balance_changed': more or less is there than was agreed to.
create function ledger.close_wallet(p_listener uuid, p_forfeited bigint, p_at timestamptz) returns text
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  wallet ledger.wallet := ledger.lock_wallet(p_listener);
begin
  if exists (select from public.payout_requests where listener_id = p_listener and status = 'pending') then
    return 'payout_pending';
  end if;
  if coalesce(wallet.available_cents, 0) <> p_forfeited then return 'balance_changed'; end if;
  insert into public.account_deletions (user_id, deleted_at, forfeited_cents) values (p_listener, p_at, p_forfeited);
  return 'done';
end $$;
revoke all on function ledger.close_wallet(uuid, bigint, timestamptz) from public;
grant execute on function ledger.close_wallet(uuid, bigint, timestamptz) to earshot_app;
