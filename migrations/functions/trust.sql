-- Which accounts belong together, and what stands against a track, a review or a question.

-- Accounts that belong to somebody: the same browser, mailbox or payee, near-equal texts or moments of sending, or a cluster
-- that nobody has dismissed. A network alone is a campus.
create or replace function linked_with(p_user uuid) returns setof uuid
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

-- What the owner of a thing is told while it is taken down; null where it is not.
create or replace function standing_takedown(p_thing_id uuid) returns jsonb
language sql stable set search_path = public, pg_temp as $$
  select jsonb_build_object('id', id, 'reason', reason, 'sentence', sentence,
      'takenAt', to_char(taken_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'answer', answer, 'upheldSentence', upheld_sentence)
    from takedowns where thing_id = p_thing_id and restored_at is null
$$;
