-- Whose listening says nothing of a track, written once for the track's page and for what it is compared with.

-- Accounts that belong to somebody: the same browser, mailbox or payee, near-equal texts or moments of sending, or a cluster
-- that nobody has dismissed. A network alone is a campus.
create function linked_with(p_user uuid) returns setof uuid
language sql stable set search_path = public, pg_temp as $$
  select theirs.user_id
    from (select distinct kind, mark from evidence where user_id = p_user and kind in ('device', 'mailbox')) as own
    cross join lateral (
      select user_id from evidence where evidence.kind = own.kind and evidence.mark = own.mark limit 2000
    ) as theirs
  union
  select theirs.user_id from payees mine
    join payees theirs on theirs.destination_mark = mine.destination_mark and theirs.confirmed_at is not null
   where mine.user_id = p_user and mine.confirmed_at is not null
  union
  select other_id from related_acts where user_id = p_user
  union
  select user_id from related_acts where other_id = p_user
  union
  select theirs.user_id from cluster_members mine
    join clusters on clusters.id = mine.cluster_id and clusters.decision is distinct from 'dismissed'
    join cluster_members theirs on theirs.cluster_id = clusters.id
   where mine.user_id = p_user
$$;
revoke all on function linked_with(uuid) from public;
grant execute on function linked_with(uuid) to earshot_app;

-- Listeners who, of their newest hundred tracks (at least 20), stayed to the end of more than nine in ten: they let it run.
create view lets_it_run as
select listener_id
  from (
    select listener_id, stop, row_number() over (partition by listener_id order by minute_at desc) as newest from stays
  ) as latest
 where newest <= 100
 group by listener_id
having count(*) >= 20 and count(*) filter (where stop = 'end') > 0.9 * count(*);
grant select on lets_it_run to earshot_app;
