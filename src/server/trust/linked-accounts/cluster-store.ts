import type { RelationKind } from '#contract/trust/linked-accounts/relation-kinds.ts';
import {
  integer,
  nullable,
  oneOf,
  text,
  textList,
  timestamp,
  uuid,
  uuidList,
} from '../../adapters/database/columns.ts';
import { statement } from '../../adapters/database/statement.ts';

const relationKind = oneOf<RelationKind>(
  'device',
  'script',
  'mailbox',
  'payee',
  'text',
  'moments',
  'network',
  'domain',
  'started',
  'typing',
);

/** Counts texts of one account that nearly equal an earlier text of others, from its second one on. */
export const relateByText = statement({
  takes: { reviewId: uuid, listenerId: uuid, otherIds: uuidList, now: timestamp },
  gives: {},
})`
  insert into related_acts (user_id, other_id, kind, times, first_at, last_at)
  select ${'listenerId'}, author.id, 'text', 1, ${'now'}::timestamptz, ${'now'}::timestamptz
    from unnest(${'otherIds'}::uuid[]) as author (id)
   where exists (
     select from reviews r join review_findings found on found.review_id = r.id
      where r.listener_id = ${'listenerId'} and r.id <> ${'reviewId'}
        and found.rule = 'near_equal' and not found.passed)
  on conflict on constraint related_acts__pair do update
  set times = related_acts.times + 1, last_at = greatest(related_acts.last_at, excluded.last_at)`;

/**
 * Relates accounts by the times of their reviews: of an account's last 60 reviews within 30 days, at least 6 and at
 * least this share were sent within seconds of one by the same other account.
 */
export const relateByMoments = statement({
  takes: { userIds: uuidList, since: timestamp, now: timestamp },
  gives: {},
})`
  with mine as materialized (
    select person.id as user_id, sent.created_at
      from unnest(${'userIds'}::uuid[]) as person (id)
      cross join lateral (
        select created_at from reviews where listener_id = person.id and created_at >= ${'since'}
        order by created_at desc limit 60
      ) as sent
  ), met as (
    select mine.user_id, theirs.listener_id as other_id, count(distinct mine.created_at)::integer as times,
      min(mine.created_at) as first_at, max(mine.created_at) as last_at
    from mine cross join lateral (
      select listener_id from reviews
      where created_at between mine.created_at - interval '3 seconds' and mine.created_at + interval '3 seconds'
        and listener_id <> mine.user_id limit 100
    ) as theirs
    group by 1, 2 having count(distinct mine.created_at) >= 6
  )
  insert into related_acts (user_id, other_id, kind, times, first_at, last_at)
  select met.user_id, met.other_id, 'moments', met.times, met.first_at, greatest(met.last_at, ${'now'})
    from met where met.times >= 0.6 * (select count(*) from mine where mine.user_id = met.user_id)
  on conflict on constraint related_acts__pair do update
  set times = excluded.times, last_at = excluded.last_at`;

export const lockLookedAt = statement({ takes: {}, gives: { until: timestamp } })`
  select greatest(until, '1970-01-02'::timestamptz) as until from clusters_looked_at for update`;
export const setLookedAt = statement({ takes: { until: timestamp }, gives: {} })`
  update clusters_looked_at set until = ${'until'}`;

/**
 * Accounts that acted, or were related by an act or a destination, since a moment, by id. Test and sample accounts are in no
 * cluster.
 */
export const peopleSince = statement({
  takes: { since: timestamp, after: uuid, most: integer },
  gives: { userId: uuid },
})`
  select user_id as "userId" from (
    select user_id from evidence
     where day >= (${'since'}::timestamptz at time zone 'UTC')::date and last_at >= ${'since'}
    union
    select user_id from related_acts where last_at >= ${'since'}
    union
    select user_id from payees where confirmed_at >= ${'since'}
  ) as acted join users person on person.id = user_id and has_bounds(person)
  where user_id > ${'after'} order by user_id limit ${'most'}::integer`;

/** Accounts related to these by something that strangers do not share. */
export const neighborsOf = statement({
  takes: { userIds: uuidList, most: integer },
  gives: { userId: uuid },
})`
  with own as materialized (
    select distinct kind, mark from evidence
     where user_id = any (${'userIds'}) and kind in ('device', 'mailbox', 'script')
  )
  select distinct near.user_id as "userId" from (
    select theirs.user_id from own cross join lateral (
      select evidence.user_id from evidence where evidence.kind = own.kind and evidence.mark = own.mark limit 5000
    ) as theirs
    union all
    select theirs.user_id from payees mine join payees theirs on theirs.destination_mark = mine.destination_mark
     where mine.user_id = any (${'userIds'}) and mine.confirmed_at is not null and theirs.confirmed_at is not null
    union all
    select other_id from related_acts where user_id = any (${'userIds'})
    union all
    select user_id from related_acts where other_id = any (${'userIds'})
    union all
    select fellow.user_id from cluster_members mine join cluster_members fellow on fellow.cluster_id = mine.cluster_id
     where mine.user_id = any (${'userIds'})
  ) as near
  join users person on person.id = near.user_id and has_bounds(person)
  where near.user_id <> all (${'userIds'}) limit ${'most'}::integer`;

/** All marks of these accounts; a network counts for one day. */
export const marksOfPeople = statement({
  takes: { userIds: uuidList },
  gives: { userId: uuid, kind: relationKind, mark: text },
})`
  select distinct user_id as "userId", kind, case kind when 'network' then mark || ' ' || day else mark end as mark
    from evidence where user_id = any (${'userIds'})
  union
  select user_id, 'payee', encode(destination_mark, 'hex') from payees
   where user_id = any (${'userIds'}) and confirmed_at is not null`;

export const actsAmong = statement({
  takes: { userIds: uuidList },
  gives: { userId: uuid, otherId: uuid, kind: relationKind },
})`select user_id as "userId", other_id as "otherId", kind from related_acts
    where user_id = any (${'userIds'}) and other_id = any (${'userIds'})`;

export const clustersOfPeople = statement({
  takes: { userIds: uuidList },
  gives: { id: uuid, userId: uuid },
})`select cluster_id as id, user_id as "userId" from cluster_members
    where cluster_id in (select cluster_id from cluster_members where user_id = any (${'userIds'}))`;

export const makeCluster = statement({ takes: { now: timestamp }, gives: { id: uuid } })`
  insert into clusters (found_at, changed_at, members) values (${'now'}, ${'now'}, 0) returning id`;

/** Sets the members of a cluster to exactly these accounts. */
export const leaveCluster = statement({ takes: { id: uuid, userIds: uuidList }, gives: {} })`
  delete from cluster_members where cluster_id = ${'id'} and user_id <> all (${'userIds'})`;

export const joinCluster = statement({
  takes: { id: uuid, userId: uuid, kinds: textList, now: timestamp },
  gives: {},
})`
  insert into cluster_members (user_id, cluster_id, kinds, found_at)
  values (${'userId'}, ${'id'}, ${'kinds'}, ${'now'})
  on conflict on constraint cluster_members__user do update
  set cluster_id = excluded.cluster_id, kinds = excluded.kinds,
    found_at = case when cluster_members.cluster_id = excluded.cluster_id then cluster_members.found_at
      else excluded.found_at end
  where (cluster_members.cluster_id, cluster_members.kinds) is distinct from (excluded.cluster_id, excluded.kinds)`;

/** Recounts a cluster. It reopens if it has grown by half since its decision. */
export const countCluster = statement({ takes: { id: uuid, now: timestamp }, gives: {} })`
  with counted as (select count(*)::integer as members from cluster_members where cluster_id = ${'id'})
  update clusters set members = counted.members, changed_at = ${'now'},
    decision = case when counted.members > 1.5 * decided_members then null else decision end,
    decided_at = case when counted.members > 1.5 * decided_members then null else decided_at end,
    decided_by = case when counted.members > 1.5 * decided_members then null else decided_by end,
    note = case when counted.members > 1.5 * decided_members then null else note end,
    decided_members = case when counted.members > 1.5 * decided_members then null else decided_members end
  from counted where clusters.id = ${'id'} and counted.members is distinct from clusters.members`;

export const removeEmptyClusters = statement({ takes: { ids: uuidList }, gives: {} })`
  delete from clusters where id = any (${'ids'}) and decision is null
     and not exists (select from cluster_members where cluster_id = clusters.id)`;

export const clusterOfUser = statement({
  takes: { userId: uuid },
  gives: { id: uuid, members: integer, decision: nullable(oneOf('suspended', 'dismissed')), kinds: textList },
})`select cluster.id, cluster.members, cluster.decision, member.kinds
     from cluster_members member join clusters cluster on cluster.id = member.cluster_id
    where member.user_id = ${'userId'}`;
