-- Counts that are kept because adding them up reads too much: the platform’s figures, and those of an artist by day and month.

create or replace function count_platform(what text, change integer) returns void
language sql set search_path = public, pg_temp as $$
  insert into platform_counts as known (counted, part, number) values (what, pg_backend_pid() % 16, change)
  on conflict (counted, part) do update set number = known.number + excluded.number;
$$;

-- Under which names a row is counted.
create or replace function counted_as(table_name name, kept jsonb) returns text[]
language sql immutable set search_path = pg_catalog, pg_temp as $$
  select array_remove(case table_name
    when 'artist_tracks' then array[case when kept ->> 'status' = 'active' then 'tracks of ' || (kept ->> 'genre') end]
    when 'reviews' then array[
      case when kept ->> 'status' in ('pending', 'approved') then 'reviews' end,
      case when kept ->> 'status' = 'pending' or (kept ->> 'appealed_at' is not null and kept ->> 'appeal_outcome' is null)
        then 'reviews waiting' end]
    when 'profiles' then array['people', kept ->> 'user_type'] end, null);
$$;

-- People and reviews are counted without test accounts, which are flagged before they have a profile. Tracks stay counted as
-- Discover lists them, whoever uploaded them.
create or replace function is_counted(table_name name, kept jsonb) returns boolean
language sql stable set search_path = public, pg_temp as $$
  select case table_name
    when 'artist_tracks' then true
    when 'reviews' then not coalesce((select is_test from users where id = (kept ->> 'listener_id')::uuid), false)
    when 'profiles' then not coalesce((select is_test from users where id = (kept ->> 'user_id')::uuid), false) end;
$$;

create or replace function count_row() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  was text[] := case when tg_op = 'INSERT' then '{}' else counted_as(tg_table_name, to_jsonb(old)) end;
  becomes text[] := case when tg_op = 'DELETE' then '{}' else counted_as(tg_table_name, to_jsonb(new)) end;
begin
  if not is_counted(tg_table_name, to_jsonb(coalesce(new, old))) then return null; end if;
  perform count_platform(what, -1) from unnest(was) as what where what <> all (becomes);
  perform count_platform(what, 1) from unnest(becomes) as what where what <> all (was);
  return null;
end $$;

-- How many payouts wait and what they come to is kept like the other figures of the admin's cards: adding them up at each
-- visit reads every one that waits. Test accounts are not counted.
create or replace function count_payout() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  payout payout_requests := coalesce(new, old);
  waited integer := case when tg_op <> 'INSERT' and old.status = 'pending' then 1 else 0 end;
  waits integer := case when tg_op <> 'DELETE' and new.status = 'pending' then 1 else 0 end;
begin
  if waits = waited or exists (select from users where id = payout.listener_id and is_test) then return null; end if;
  perform count_platform('payouts waiting', waits - waited);
  perform count_platform('cents of payouts waiting', (waits - waited) * payout.amount_cents::integer);
  return null;
end $$;

create or replace function recount_platform() returns void
language sql set search_path = public, pg_temp as $$
  delete from platform_counts;
  insert into platform_counts (counted, part, number)
  select what, 0, sum(number) from (
    select unnest(counted_as('artist_tracks', to_jsonb(track))) as what, 1 as number from artist_tracks track
    union all
    select unnest(counted_as('reviews', to_jsonb(review))), 1 from reviews review
     where not exists (select from users where id = review.listener_id and is_test)
    union all
    select unnest(counted_as('profiles', to_jsonb(profile))), 1 from profiles profile
     where not exists (select from users where id = profile.user_id and is_test)
    union all
    select given.what, given.number from payout_requests payout
      cross join lateral (values ('payouts waiting', 1), ('cents of payouts waiting', payout.amount_cents)) as given (what, number)
     where payout.status = 'pending' and not exists (select from users where id = payout.listener_id and is_test)
  ) as counted group by what;
$$;

create or replace function add_to_track_month(of_track uuid, at timestamptz, play_change integer, rating integer, star_change integer)
returns void language plpgsql set search_path = public, pg_temp as $$
declare
  of_month date := date_trunc('month', at at time zone 'UTC')::date;
begin
  insert into track_months (track_id, month) values (of_track, of_month) on conflict do nothing;
  if play_change <> 0 then
    update track_months set plays = plays + play_change where track_id = of_track and month = of_month;
  end if;
  if star_change <> 0 then
    update track_months set stars[rating] = stars[rating] + star_change
     where track_id = of_track and month = of_month;
  end if;
end $$;

create or replace function count_play() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  today date := (new.served_at at time zone 'UTC')::date;
  counted boolean := tg_op = 'UPDATE' and old.played and old.outcome is distinct from 'skipped';
  counts boolean := new.played and new.outcome is distinct from 'skipped';
  artist uuid;
  last date;
begin
  if counted <> counts then
    perform add_to_track_month(new.track_id, new.served_at, case when counts then 1 else -1 end, 0, 0);
  end if;
  if not new.played or (tg_op = 'UPDATE' and old.played) then return null; end if;
  select artist_id into artist from artist_tracks where id = new.track_id;
  select last_day into last from artist_listeners where artist_id = artist and listener_id = new.listener_id for update;
  insert into artist_listeners as known values (artist, new.listener_id, today, today)
    on conflict (artist_id, listener_id) do update set last_day = greatest(known.last_day, excluded.last_day);
  if last is null or last < today then
    insert into artist_days as known values (artist, today, (last is null)::integer, (last is not null)::integer)
      on conflict (artist_id, day) do update
        set new_listeners = known.new_listeners + excluded.new_listeners,
            returning_listeners = known.returning_listeners + excluded.returning_listeners;
  end if;
  return null;
end $$;

create or replace function count_review() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'UPDATE' and old.status = new.status and old.rating = new.rating then return null; end if;
  if tg_op = 'UPDATE' and old.status in ('pending', 'approved') then
    perform add_to_track_month(old.track_id, old.created_at, 0, old.rating, -1);
  end if;
  if new.status in ('pending', 'approved') then
    perform add_to_track_month(new.track_id, new.created_at, 0, new.rating, 1);
  end if;
  return null;
end $$;
