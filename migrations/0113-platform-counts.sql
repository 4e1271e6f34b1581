-- How many there are of what people count on every visit: active tracks of each genre, people of each kind, reviews that
-- count and reviews that wait for an admin. Counting rows grows with the platform; these sums do not.

-- A sum is spread over rows, so that those who change it at once seldom wait for each other.
create table platform_counts (
  counted text not null,
  part integer not null constraint platform_counts__part check (part between 0 and 15),
  number bigint not null,
  constraint platform_counts__counted_part primary key (counted, part)
);

create function count_platform(what text, change integer) returns void
language sql set search_path = public, pg_temp as $$
  insert into platform_counts as known (counted, part, number) values (what, pg_backend_pid() % 16, change)
  on conflict (counted, part) do update set number = known.number + excluded.number;
$$;
revoke all on function count_platform from public;

-- Under which names a row is counted.
create function counted_as(table_name name, kept jsonb) returns text[]
language sql immutable set search_path = pg_catalog, pg_temp as $$
  select array_remove(case table_name
    when 'artist_tracks' then array[case when kept ->> 'status' = 'active' then 'tracks of ' || (kept ->> 'genre') end]
    when 'reviews' then array[
      case when kept ->> 'status' in ('pending', 'approved') then 'reviews' end,
      case when kept ->> 'status' = 'pending' or (kept ->> 'appealed_at' is not null and kept ->> 'appeal_outcome' is null)
        then 'reviews waiting' end]
    when 'profiles' then array['people', kept ->> 'user_type'] end, null);
$$;

create function count_row() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  was text[] := case when tg_op = 'INSERT' then '{}' else counted_as(tg_table_name, to_jsonb(old)) end;
  becomes text[] := case when tg_op = 'DELETE' then '{}' else counted_as(tg_table_name, to_jsonb(new)) end;
begin
  perform count_platform(what, -1) from unnest(was) as what where what <> all (becomes);
  perform count_platform(what, 1) from unnest(becomes) as what where what <> all (was);
  return null;
end $$;
revoke all on function count_row() from public;

-- At the end of the transaction, so that nobody holds a sum while waiting for anything else.
create constraint trigger artist_tracks__platform after insert or delete or update of status, genre on artist_tracks
  deferrable initially deferred for each row execute function count_row();
create constraint trigger reviews__platform after insert or delete or update of status, appealed_at, appeal_outcome
  on reviews
  deferrable initially deferred for each row execute function count_row();
create constraint trigger profiles__platform after insert or delete or update of user_type on profiles
  deferrable initially deferred for each row execute function count_row();

-- Counts everything anew; for this migration, and for data that was made without triggers.
create function recount_platform() returns void
language sql set search_path = public, pg_temp as $$
  delete from platform_counts;
  insert into platform_counts (counted, part, number)
  select 'tracks of ' || genre, 0, count(*) from artist_tracks where status = 'active' group by genre
  union all
  select 'reviews', 0, count(*) from reviews where status in ('pending', 'approved')
  union all
  select 'reviews waiting', 0, count(*) from reviews
   where status = 'pending' or (appealed_at is not null and appeal_outcome is null)
  union all
  select 'people', 0, count(*) from profiles
  union all
  select user_type, 0, count(*) from profiles where user_type is not null group by user_type;
$$;
revoke all on function recount_platform() from public;
select recount_platform();

grant select on platform_counts to earshot_app;
