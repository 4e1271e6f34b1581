import {
  boolean,
  cents,
  integer,
  nullable,
  oneOf,
  text,
  timestamp,
  uuid,
} from '../adapters/database/columns.ts';
import { statement } from '../adapters/database/statement.ts';

export const platformFigures = statement({
  takes: {},
  gives: {
    totalUsers: integer,
    artists: integer,
    listeners: integer,
    activeTracks: integer,
    totalReviews: integer,
    pendingPayouts: integer,
    pendingPayoutCents: cents,
    waitingReviews: integer,
  },
})`select kept.people as "totalUsers", kept.artists, kept.listeners, kept.tracks as "activeTracks",
     kept.reviews as "totalReviews", kept.waiting as "waitingReviews",
     payouts.pending as "pendingPayouts", payouts.amount_cents as "pendingPayoutCents"
   from (
     select coalesce(sum(number) filter (where counted = 'people'), 0)::integer as people,
       coalesce(sum(number) filter (where counted = 'artist'), 0)::integer as artists,
       coalesce(sum(number) filter (where counted = 'listener'), 0)::integer as listeners,
       coalesce(sum(number) filter (where counted like 'tracks of %'), 0)::integer as tracks,
       coalesce(sum(number) filter (where counted = 'reviews'), 0)::integer as reviews,
       coalesce(sum(number) filter (where counted = 'reviews waiting'), 0)::integer as waiting
     from platform_counts
   ) as kept
   cross join (
     select count(*)::integer as pending, coalesce(sum(amount_cents), 0)::bigint as amount_cents
     from payout_requests where status = 'pending' and listener_id not in (select id from users where is_test)
   ) as payouts`;

/** `resetSince`: a recovery of the password after this moment is worth the admin's eye. */
export const pendingPayouts = statement({
  takes: {
    createdAt: timestamp,
    id: uuid,
    most: integer,
    search: nullable(text),
    resetSince: timestamp,
  },
  gives: {
    id: uuid,
    listenerId: uuid,
    displayName: text,
    amountCents: cents,
    status: oneOf('pending', 'completed', 'rejected', 'cancelled', 'returned'),
    createdAt: timestamp,
    firstApprovedBy: nullable(uuid),
    firstApproverName: nullable(text),
    isTest: boolean,
    isFirst: boolean,
    recentlyReset: boolean,
    relatedAccounts: integer,
    clusterId: nullable(uuid),
    clusterMembers: nullable(integer),
  },
})`select r.id, r.listener_id as "listenerId", p.display_name as "displayName",
     r.amount_cents as "amountCents", r.status, r.created_at as "createdAt", person.is_test as "isTest",
     not exists (select from payout_requests paid where paid.listener_id = r.listener_id and paid.status = 'completed')
       as "isFirst",
     exists (select from auth_audit entry where entry.user_id = r.listener_id and entry.event = 'password_reset'
       and entry.at > ${'resetSince'}) as "recentlyReset",
     (select count(*)::integer from related_accounts(r.listener_id)) as "relatedAccounts",
     cluster.id as "clusterId", cluster.members as "clusterMembers",
     r.first_approved_by as "firstApprovedBy", first.display_name as "firstApproverName"
   from payout_requests r
   join profiles p on p.user_id = r.listener_id
   join users person on person.id = r.listener_id
   left join profiles first on first.user_id = r.first_approved_by
   left join cluster_members member on member.user_id = r.listener_id
   left join clusters cluster on cluster.id = member.cluster_id and coalesce(cluster.decision, '') <> 'dismissed'
   where r.status = 'pending' and (r.created_at, r.id) < (${'createdAt'}, ${'id'})
     and (${'search'}::text is null or r.listener_id in (select people_named(${'search'})))
   order by r.created_at desc, r.id desc limit ${'most'}::integer`;
