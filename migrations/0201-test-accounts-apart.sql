-- Test accounts stand outside the figures of the platform and are marked in the admin's lists.

-- What the lists of the admin area show says which accounts are tests.
create or replace view user_entries as
  select p.user_id as id, p.display_name, p.username, u.email, p.user_type,
         coalesce((select r.role = 'admin' from user_roles r where r.user_id = u.id order by r.id desc limit 1), false) as is_admin,
         p.created_at, u.suspended_at, u.is_test
    from profiles p join users u on u.id = p.user_id;

create or replace view review_entries as
  select r.id, t.title as track_title, r.artist_id, artist.display_name as artist_name, r.listener_id,
         listener.display_name as listener_name, r.rating, r.comment, r.status, r.created_at, r.due_at,
         (select coalesce(jsonb_agg(jsonb_build_object('rule', f.rule, 'version', f.version, 'passed', f.passed,
            'detail', f.detail) order by f.passed, f.rule), '[]') from review_findings f where f.review_id = r.id) as findings,
         r.decided_at, decider.display_name as decided_by_name, r.decision_reason, r.decision_note, r.appeal, r.appealed_at,
         r.appeal_outcome, r.appeal_note, person.is_test
    from reviews r join artist_tracks t on t.id = r.track_id
    join profiles listener on listener.user_id = r.listener_id
    join users person on person.id = r.listener_id
    join profiles artist on artist.user_id = r.artist_id
    left join profiles decider on decider.user_id = r.decided_by;

-- People and reviews are counted without test accounts, which are flagged before they have a profile. Tracks stay counted as
-- Discover lists them, whoever uploaded them.
create function is_counted(table_name name, kept jsonb) returns boolean
language sql stable set search_path = public, pg_temp as $$
  select case table_name
    when 'artist_tracks' then true
    when 'reviews' then not coalesce((select is_test from users where id = (kept ->> 'listener_id')::uuid), false)
    when 'profiles' then not coalesce((select is_test from users where id = (kept ->> 'user_id')::uuid), false) end;
$$;
revoke all on function is_counted(name, jsonb) from public;

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

create or replace function recount_platform() returns void
language sql set search_path = public, pg_temp as $$
  delete from platform_counts;
  insert into platform_counts (counted, part, number)
  select what, 0, count(*) from (
    select unnest(counted_as('artist_tracks', to_jsonb(track))) as what from artist_tracks track
    union all
    select unnest(counted_as('reviews', to_jsonb(review))) from reviews review
     where not exists (select from users where id = review.listener_id and is_test)
    union all
    select unnest(counted_as('profiles', to_jsonb(profile))) from profiles profile
     where not exists (select from users where id = profile.user_id and is_test)
  ) as counted group by what;
$$;

select recount_platform();
