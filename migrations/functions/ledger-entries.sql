-- The listener of an entry. A new kind of entry needs a branch here that finds its source.
create or replace function ledger.listener_of_entry(p_transaction bigint) returns uuid
language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  entry record;
begin
  select kind, source_id into entry from ledger.transactions where id = p_transaction;
  return case
    when entry.kind in ('reward', 'reward_reversal') then
      (select listener_id from public.reviews where id = entry.source_id)
    when entry.kind = 'correction' then (select listener_id from ledger.corrections where id = entry.source_id)
    when entry.kind = 'test_grant' then (select listener_id from ledger.test_grants where id = entry.source_id)
    else (select listener_id from public.payout_requests where id = entry.source_id) end;
end $$;

-- The only writer of balances.
create or replace function ledger.apply_posting() returns trigger
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
create or replace function ledger.check_balanced() returns trigger
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

create or replace function ledger.check_reversal() returns trigger
language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if not exists (select from ledger.transactions undone
                  where undone.id = new.reverses
                    and undone.kind = case new.kind
                      when 'payout_return' then 'payout_completion' when 'reward' then 'reward_reversal' else 'reward' end
                    and undone.source_id = new.source_id and undone.gross_cents = new.gross_cents) then
    raise exception 'A reversal must undo the whole entry of the same review or payout'
      using errcode = 'check_violation', constraint = 'transactions__reversal_source';
  end if;
  return new;
end $$;

create or replace function ledger.refuse_change() returns trigger
language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  raise exception '% of %.% is not possible: the ledger only grows', lower(tg_op), tg_table_schema, tg_table_name
    using errcode = 'restrict_violation';
end $$;

-- An account starts empty. After that, only apply_posting, itself a trigger, changes its balance.
create or replace function ledger.guard_account() returns trigger
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

-- Writes one entry. Amount n of the list is posted to account n. Amounts of zero are left out.
create or replace function ledger.post(p_kind text, p_source uuid, p_reverses bigint, p_actor uuid, p_reason text,
  p_accounts bigint[], p_amounts bigint[]) returns void
language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  entry bigint;
begin
  insert into ledger.transactions (kind, source_id, reverses, actor, reason, posting_count, gross_cents)
    select p_kind, p_source, p_reverses, p_actor, p_reason, count(*), sum(amount) filter (where amount > 0)
      from unnest(p_amounts) amount where amount <> 0
    returning id into entry;
  insert into ledger.postings (transaction_id, account_id, amount_cents)
    select entry, leg.account, leg.amount from unnest(p_accounts, p_amounts) leg (account, amount)
     where leg.amount <> 0 order by leg.account;
end $$;

-- Writes one entry that credits a locked wallet. An owed amount is settled first.
create or replace function ledger.post_credit(p_kind text, p_source uuid, p_reverses bigint, p_actor uuid, p_reason text,
  p_from bigint, p_wallet ledger.wallet, p_amount bigint) returns void
language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  settled bigint := least(p_amount, -p_wallet.owed_cents);
begin
  perform ledger.post(p_kind, p_source, p_reverses, p_actor, p_reason,
    array[p_from, p_wallet.owed_id, p_wallet.available_id], array[-p_amount, settled, p_amount - settled]);
end $$;
