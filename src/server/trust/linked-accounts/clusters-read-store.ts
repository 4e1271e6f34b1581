import type { RelationKind } from '#contract/trust/linked-accounts/relation-kinds.ts';
import {
  cents,
  integer,
  json,
  nullable,
  oneOf,
  text,
  timestamp,
  uuid,
} from '../../adapters/database/columns.ts';
import { fragment } from '../../adapters/database/fragment.ts';
import { statement } from '../../adapters/database/statement.ts';

const decision = nullable(oneOf('suspended', 'dismissed'));
const entry = {
  id: uuid,
  members: integer,
  foundAt: timestamp,
  decidedAt: nullable(timestamp),
  decision,
  names: json<string[]>(),
  kinds: json<RelationKind[]>(),
  pendingPayoutCents: cents,
};
const selectEntry = fragment`select cluster.id, cluster.members, cluster.found_at as "foundAt",
     cluster.decided_at as "decidedAt", cluster.decision, seen.names, seen.kinds,
     (select coalesce(sum(payout.amount_cents), 0)::bigint from cluster_members member
        join payout_requests payout on payout.listener_id = member.user_id and payout.status = 'pending'
       where member.cluster_id = cluster.id) as "pendingPayoutCents"
   from clusters cluster
   cross join lateral (
     select coalesce(jsonb_agg(first.display_name order by first.found_at, first.user_id) filter (where first.place <= 3), '[]') as names,
       (select coalesce(jsonb_agg(distinct kind), '[]') from cluster_members one, unnest(one.kinds) as kind
         where one.cluster_id = cluster.id) as kinds
     from (
       select member.user_id, member.found_at, profile.display_name,
         row_number() over (order by member.found_at, member.user_id) as place
       from cluster_members member left join profiles profile on profile.user_id = member.user_id
       where member.cluster_id = cluster.id
     ) as first
   ) as seen`;

export const openClusters = statement({
  takes: { createdAt: timestamp, id: uuid, most: integer },
  gives: entry,
})`${selectEntry}
   where cluster.decision is null and (cluster.found_at, cluster.id) < (${'createdAt'}, ${'id'})
   order by cluster.found_at desc, cluster.id desc limit ${'most'}::integer`;

export const decidedClusters = statement({
  takes: { createdAt: timestamp, id: uuid, most: integer },
  gives: entry,
})`${selectEntry}
   where cluster.decision is not null and (cluster.decided_at, cluster.id) < (${'createdAt'}, ${'id'})
   order by cluster.decided_at desc, cluster.id desc limit ${'most'}::integer`;

export const clusterById = statement({
  takes: { id: uuid },
  gives: {
    foundAt: timestamp,
    changedAt: timestamp,
    decision,
    decidedAt: nullable(timestamp),
    decidedBy: nullable(text),
    note: nullable(text),
  },
})`select cluster.found_at as "foundAt", cluster.changed_at as "changedAt", cluster.decision,
     cluster.decided_at as "decidedAt", coalesce(admin.display_name, '') as "decidedBy", cluster.note
   from clusters cluster left join profiles admin on admin.user_id = cluster.decided_by
   where cluster.id = ${'id'}`;

export const membersOfCluster = statement({
  takes: { id: uuid, most: integer },
  gives: {
    userId: uuid,
    displayName: text,
    joinedAt: timestamp,
    suspendedAt: nullable(timestamp),
    kinds: json<RelationKind[]>(),
    approvedReviews: integer,
    pendingReviews: integer,
    availableCents: cents,
    pendingPayoutCents: cents,
    paidOutCents: cents,
  },
})`select member.user_id as "userId", coalesce(profile.display_name, person.email) as "displayName",
     person.created_at as "joinedAt", person.suspended_at as "suspendedAt", to_jsonb(member.kinds) as kinds,
     sent.approved as "approvedReviews", sent.pending as "pendingReviews",
     coalesce(balance.available_cents, 0)::bigint as "availableCents",
     asked.pending as "pendingPayoutCents", asked.paid as "paidOutCents"
   from cluster_members member
   join users person on person.id = member.user_id
   left join profiles profile on profile.user_id = member.user_id
   left join listener_balances balance on balance.listener_id = member.user_id
   cross join lateral (
     select (count(*) filter (where status = 'approved'))::integer as approved,
       (count(*) filter (where status = 'pending'))::integer as pending
     from reviews where listener_id = member.user_id
   ) as sent
   cross join lateral (
     select coalesce(sum(amount_cents) filter (where status = 'pending'), 0)::bigint as pending,
       coalesce(sum(amount_cents) filter (where status = 'completed'), 0)::bigint as paid
     from payout_requests where listener_id = member.user_id
   ) as asked
   where member.cluster_id = ${'id'}
   order by cardinality(member.kinds) desc, "displayName", member.user_id limit ${'most'}::integer`;

/** Locks a cluster for a decision. */
export const lockCluster = statement({ takes: { id: uuid }, gives: { members: integer, decision } })`
  select members, decision from clusters where id = ${'id'} for update`;

export const memberIds = statement({ takes: { id: uuid }, gives: { userId: uuid } })`
  select user_id as "userId" from cluster_members where cluster_id = ${'id'}`;

export const storeDecision = statement({
  takes: { id: uuid, decision: text, decidedBy: uuid, note: text, now: timestamp },
  gives: {},
})`update clusters set decision = ${'decision'}, decided_at = ${'now'}, decided_by = ${'decidedBy'}, note = ${'note'},
     decided_members = members where id = ${'id'}`;
