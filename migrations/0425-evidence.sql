-- What relates accounts is recorded with each served track and each review sent, no longer with a sign-in alone.

-- One row for a person, a mark and a day (UTC): blinded marks, and how often they were met. Kept 180 days; of deleted
-- accounts twelve months, so that whoever deletes an account does not begin anew as a stranger.
create table evidence (
  user_id uuid not null constraint evidence__user_id references users (id),
  kind text not null
    constraint evidence__kind check (kind in ('network', 'device', 'mailbox', 'domain')),
  day date not null,
  mark text not null constraint evidence__mark_length check (char_length(mark) = 22),
  tracks_served integer not null default 0 constraint evidence__tracks_served check (tracks_served >= 0),
  reviews_sent integer not null default 0 constraint evidence__reviews_sent check (reviews_sent >= 0),
  first_at timestamptz(3) not null,
  last_at timestamptz(3) not null,
  constraint evidence__user_mark_day primary key (user_id, kind, day, mark),
  constraint evidence__order check (last_at >= first_at)
);
create index evidence__shared on evidence (kind, mark, day, user_id);
create index evidence__day on evidence (day);
grant select, insert, update, delete on evidence to earshot_app;

-- What the sign-ins of the last 180 days have recorded stays true.
insert into evidence (user_id, kind, day, mark, first_at, last_at)
select user_id, kind, (created_at at time zone 'UTC')::date, mark, min(created_at), max(created_at)
  from (
    select user_id, 'device' as kind, created_at, device_mark as mark from sessions
    union all
    select user_id, 'network', created_at, address_prefix from sessions
  ) as signed_in
 where char_length(mark) = 22 and created_at > now() - interval '180 days'
 group by 1, 2, 3, 4;

drop function related_accounts(uuid, text[]);
drop index sessions__network;
alter table sessions drop column device_mark;
alter table users drop column mailbox;

-- The accounts that share a device, a mailbox, a payee or, on one day, a network with this one, at most twenty. Many more on
-- one network are a company or a campus, of which a part is as good as all.
create function related_accounts(p_user uuid) returns table (user_id uuid, shares text[])
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
  )
  select found.user_id, array_agg(distinct found.kind order by found.kind) from found
   group by found.user_id
   order by count(distinct found.kind) filter (where found.kind <> 'network') desc, count(distinct found.kind) desc,
     found.user_id limit 20
$$;
revoke all on function related_accounts(uuid) from public;
grant execute on function related_accounts(uuid) to earshot_app;
