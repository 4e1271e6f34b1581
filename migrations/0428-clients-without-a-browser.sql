-- Every browser carries a mark from its first sign-in on. Clients that carry none are programs, and those of one network on one
-- day are evidence like one browser.

alter table evidence drop constraint evidence__kind,
  add constraint evidence__kind check (kind in ('network', 'device', 'script', 'mailbox', 'domain'));

-- As before, and those without a browser on one network.
create or replace function related_accounts(p_user uuid) returns table (user_id uuid, shares text[])
language sql stable set search_path = public, pg_temp as $$
  with own as materialized (
    select distinct kind, mark from evidence
     where evidence.user_id = p_user and kind in ('device', 'mailbox', 'script')
  ), days as materialized (
    select mark, day from evidence
     where evidence.user_id = p_user and kind = 'network' order by day desc limit 60
  ), found as (
    select theirs.user_id, own.kind from own cross join lateral (
      select evidence.user_id from evidence
       where evidence.kind = own.kind and evidence.mark = own.mark and evidence.user_id <> p_user limit 1000
    ) as theirs
    union all
    select theirs.user_id, 'network' from days cross join lateral (
      select evidence.user_id from evidence
       where evidence.kind = 'network' and evidence.mark = days.mark and evidence.day = days.day
         and evidence.user_id <> p_user limit 100
    ) as theirs
    union all
    (select theirs.user_id, 'payee' from payees mine
       join payees theirs on theirs.destination_mark = mine.destination_mark and theirs.user_id <> p_user
      where mine.user_id = p_user and mine.confirmed_at is not null and theirs.confirmed_at is not null limit 500)
    union all
    (select other_id, kind from related_acts where related_acts.user_id = p_user limit 500)
    union all
    (select acts.user_id, kind from related_acts acts where acts.other_id = p_user and kind = 'moments' limit 500)
  )
  select found.user_id, array_agg(distinct found.kind order by found.kind) from found
   group by found.user_id
   order by count(distinct found.kind) filter (where found.kind <> 'network') desc, count(distinct found.kind) desc,
     found.user_id limit 20
$$;
