-- News: tells the servers what changed, and queues notices and digests.

create or replace function tell_news() returns trigger
  language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  changed jsonb := to_jsonb(new);
  topic text := tg_argv[0];
begin
  -- Each further argument names the column that says whom the news is for; none is news for the admins.
  for i in 1 .. tg_nargs - 1 loop
    perform pg_notify('earshot_news', topic || ' ' || (changed ->> tg_argv[i]));
  end loop;
  if tg_nargs = 1 then perform pg_notify('earshot_news', topic); end if;
  return null;
end $$;

create or replace function tell_comparing() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform pg_notify('earshot_news', 'served ' || served.listener_id)
     from leases served join artist_tracks version on version.id = served.track_id
    where version.predecessor_id = new.id and served.is_returning and not served.is_coming and served.closed_at is null;
  return null;
end $$;

-- Every way to a decision ends in these rows, whoever took it, so this is where the notice of it begins.
-- Arguments: the job, and the name its payload gives to the row's id.
create or replace function queue_notice() returns trigger
  language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  perform graphile_worker.add_job(tg_argv[0], json_build_object(tg_argv[1], new.id));
  return null;
end $$;

-- Adds a review to the next digest of one of its users, unless that one deleted their account.
-- Arguments: the kind of news, the column that names the user, and the column with the time.
create or replace function add_to_digest() returns trigger
  language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  review jsonb := to_jsonb(new);
begin
  insert into public.digest_items as item (user_id, kind, thing_id, created_at, due_at)
  select person.id, tg_argv[0], new.id, at, at
    from public.users person, cast(review ->> tg_argv[2] as timestamptz) at
   where person.id = (review ->> tg_argv[1])::uuid and person.deleted_at is null
     for key share of person
  -- Waits for a digest under way, which may be dropping it because its approval was undone.
  on conflict on constraint digest_items__user_kind_thing do update set due_at = excluded.due_at
   where item.sent_at is null;
  return null;
end $$;
