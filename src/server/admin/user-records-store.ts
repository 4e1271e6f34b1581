import {
  boolean,
  cents,
  integer,
  json,
  nullable,
  oneOf,
  text,
  textList,
  timestamp,
  uuid,
} from '../adapters/database/columns.ts';
import { statement } from '../adapters/database/statement.ts';

const entry = {
  id: uuid,
  displayName: text,
  username: text,
  email: text,
  userType: nullable(oneOf('artist', 'listener')),
  isAdmin: boolean,
  createdAt: timestamp,
  suspendedAt: nullable(timestamp),
};

const takes = { search: nullable(text), createdAt: timestamp, id: uuid, most: integer };

export const newestUsers = statement({
  takes,
  gives: entry,
})`select p.user_id as id, p.display_name as "displayName", p.username, u.email, p.user_type as "userType",
     coalesce((select r.role = 'admin' from user_roles r where r.user_id = u.id order by r.id desc limit 1), false)
       as "isAdmin",
     p.created_at as "createdAt", u.suspended_at as "suspendedAt"
   from profiles p join users u on u.id = p.user_id
   where (p.created_at, p.user_id) < (${'createdAt'}, ${'id'})
     and (${'search'}::text is null or p.user_id in (select people_named(${'search'})))
   order by p.created_at desc, p.user_id desc limit ${'most'}::integer`;

export const suspendedUsers = statement({
  takes,
  gives: entry,
})`select p.user_id as id, p.display_name as "displayName", p.username, u.email, p.user_type as "userType",
     coalesce((select r.role = 'admin' from user_roles r where r.user_id = u.id order by r.id desc limit 1), false)
       as "isAdmin",
     p.created_at as "createdAt", u.suspended_at as "suspendedAt"
   from users u join profiles p on p.user_id = u.id
   where u.suspended_at is not null and (p.created_at, p.user_id) < (${'createdAt'}, ${'id'})
     and (${'search'}::text is null or p.user_id in (select people_named(${'search'})))
   order by p.created_at desc, p.user_id desc limit ${'most'}::integer`;

export const userRecord = statement({
  takes: { userId: uuid },
  gives: {
    ...entry,
    bio: nullable(text),
    confirmedAt: nullable(timestamp),
    suspensionReason: nullable(text),
    hasSecondFactor: boolean,
    availableCents: cents,
    pendingCents: cents,
    earnedCents: cents,
    paidOutCents: cents,
    reviewsPending: integer,
    reviewsApproved: integer,
    reviewsRejected: integer,
    reviewsReversed: integer,
    tracksActive: integer,
    tracksDeleted: integer,
  },
})`select p.user_id as id, p.display_name as "displayName", p.username, u.email, p.user_type as "userType",
     coalesce((select r.role = 'admin' from user_roles r where r.user_id = u.id order by r.id desc limit 1), false)
       as "isAdmin",
     p.created_at as "createdAt", u.suspended_at as "suspendedAt", p.bio, u.confirmed_at as "confirmedAt",
     u.suspension_reason as "suspensionReason",
     exists (select from factors f where f.user_id = u.id and f.verified_at is not null) as "hasSecondFactor",
     coalesce(b.available_cents, 0) as "availableCents", coalesce(b.pending_cents, 0) as "pendingCents",
     p.total_earnings_cents as "earnedCents",
     (select coalesce(sum(amount_cents), 0)::bigint from payout_requests
       where listener_id = u.id and status = 'completed') as "paidOutCents",
     reviewed.pending as "reviewsPending", reviewed.approved as "reviewsApproved",
     reviewed.rejected as "reviewsRejected", reviewed.reversed as "reviewsReversed",
     uploaded.active as "tracksActive", uploaded.deleted as "tracksDeleted"
   from profiles p join users u on u.id = p.user_id
   left join listener_balances b on b.listener_id = u.id
   cross join lateral (
     select (count(*) filter (where status = 'pending'))::integer as pending,
       (count(*) filter (where status = 'approved'))::integer as approved,
       (count(*) filter (where status = 'rejected'))::integer as rejected,
       (count(*) filter (where status = 'reversed'))::integer as reversed
     from reviews where listener_id = u.id
   ) as reviewed
   cross join lateral (
     select (count(*) filter (where status = 'active'))::integer as active,
       (count(*) filter (where status = 'deleted'))::integer as deleted
     from artist_tracks where artist_id = u.id
   ) as uploaded
   where p.user_id = ${'userId'}`;

export const rolesOfUser = statement({
  takes: { userId: uuid },
  gives: { role: oneOf('user', 'admin'), assignedAt: timestamp },
})`select role, assigned_at as "assignedAt" from user_roles
   where user_id = ${'userId'} order by id desc limit 20`;

/** What an account has in common with others. */
export const relatedAccounts = statement({
  takes: { userId: uuid, loopback: textList },
  gives: { id: uuid, displayName: text, shares: json<('device' | 'mailbox' | 'network')[]>() },
})`select related.user_id as id, coalesce(profile.display_name, person.email) as "displayName", to_jsonb(related.shares) as shares
   from related_accounts(${'userId'}, ${'loopback'}) related
   join users person on person.id = related.user_id
   left join profiles profile on profile.user_id = related.user_id
   order by cardinality(related.shares) desc, "displayName", id`;
