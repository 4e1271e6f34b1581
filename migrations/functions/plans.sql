-- Payments of plans are booked in the ledger; refunds and free credits are decided one after the other.

-- What the ledger books stands in functions/ledger-plans.sql, which also books what was paid before.
create or replace function book_plan_payment() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform ledger.book_plan_payment(new);
  return null;
end $$;

create or replace function book_plan_reversal() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform ledger.book_plan_reversal(new);
  return null;
end $$;

-- Holds other decisions about refunds off until the transaction ends: two accounts of one card at once are decided one after the other.
create or replace function lock_refunds() returns void language sql set search_path = pg_catalog, pg_temp as $$
  select pg_advisory_xact_lock(hashtextextended('plan refunds', 0))
$$;

create or replace function lock_shared_credits(p_user uuid) returns void language plpgsql set search_path = public, pg_temp as $$
declare
  shared text;
begin
  for shared in
    select mark from evidence where user_id = p_user and kind in ('device', 'mailbox')
    union select encode(destination_mark, 'hex') from payees where user_id = p_user and confirmed_at is not null
    order by 1
  loop
    perform pg_advisory_xact_lock(hashtextextended('free credit ' || shared, 0));
  end loop;
end $$;
