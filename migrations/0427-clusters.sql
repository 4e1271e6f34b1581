-- Accounts that belong together: relations that are found by comparing, and the clusters they make with those by evidence.

create table related_acts (
  -- Of a near-equal text: who sent it later.
  user_id uuid not null constraint related_acts__user_id references users (id),
  other_id uuid not null constraint related_acts__other_id references users (id),
  kind text not null constraint related_acts__kind check (kind in ('text', 'moments')),
  times integer not null constraint related_acts__times check (times > 0),
  first_at timestamptz(3) not null,
  last_at timestamptz(3) not null,
  constraint related_acts__pair primary key (user_id, other_id, kind),
  constraint related_acts__others check (user_id <> other_id)
);
create index related_acts__other on related_acts (other_id, kind);
create index related_acts__last on related_acts (last_at);

create table clusters (
  id uuid primary key default gen_random_uuid(),
  found_at timestamptz(3) not null,
  changed_at timestamptz(3) not null,
  members integer not null constraint clusters__members check (members >= 0),
  decision text constraint clusters__decision check (decision in ('suspended', 'dismissed')),
  decided_at timestamptz(3),
  decided_by uuid constraint clusters__decided_by references users (id),
  note text,
  -- How many it had when it was decided: one that has grown by half is looked at again.
  decided_members integer,
  constraint clusters__decided check ((decision is null) = (decided_at is null)
    and (decision is null) = (decided_by is null) and (decision is null) = (note is null)
    and (decision is null) = (decided_members is null))
);
create index clusters__open on clusters (found_at desc, id desc) where decision is null;
create index clusters__decided_at on clusters (decided_at desc, id desc) where decision is not null;

create table cluster_members (
  user_id uuid constraint cluster_members__user primary key
    constraint cluster_members__user_id references users (id),
  cluster_id uuid not null constraint cluster_members__cluster_id references clusters (id),
  -- What this person shares with at least one other of the cluster.
  kinds text[] not null constraint cluster_members__kinds check (cardinality(kinds) >= 2),
  found_at timestamptz(3) not null
);
create index cluster_members__cluster on cluster_members (cluster_id);

-- Until when evidence has been looked through for clusters.
create table clusters_looked_at (
  id boolean not null default true constraint clusters_looked_at__one primary key check (id),
  until timestamptz(3) not null
);
insert into clusters_looked_at (until) values ('-infinity');

grant select, insert, update, delete on related_acts, cluster_members to earshot_app;
grant select, insert, update, delete on clusters to earshot_app;
grant select, update (until) on clusters_looked_at to earshot_app;

create trigger clusters__news after insert or update or delete on clusters
  for each row execute function tell_news('admin');

-- As before, and whose texts are near-equal or whose reviews come at the same moments.
create or replace function related_accounts(p_user uuid) returns table (user_id uuid, shares text[])
language sql stable set search_path = public, pg_temp as $$
  with own as materialized (
    select distinct kind, mark from evidence
     where evidence.user_id = p_user and kind in ('device', 'mailbox')
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
