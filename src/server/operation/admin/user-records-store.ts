import {
  boolean,
  cents,
  integer,
  nullable,
  oneOf,
  text,
  timestamp,
  uuid,
  uuidList,
} from '../../adapters/database/columns.ts';
import { statement } from '../../adapters/database/statement.ts';

const entry = {
  id: uuid,
  displayName: text,
  username: text,
  email: text,
  userType: nullable(oneOf('artist', 'listener')),
  isAdmin: boolean,
  isTest: boolean,
  createdAt: timestamp,
  suspendedAt: nullable(timestamp),
};

const place = { createdAt: timestamp, id: uuid, most: integer };

export const newestUsers = statement({ takes: place, gives: entry })`
  select id, display_name as "displayName", username, email, user_type as "userType", is_admin as "isAdmin",
     is_test as "isTest", created_at as "createdAt", suspended_at as "suspendedAt"
   from user_entries where (created_at, id) < (${'createdAt'}, ${'id'})
   order by created_at desc, id desc limit ${'most'}::integer`;

// Separate statements, because one for all filters would get a single plan that scans all users for a name.
export const usersNamed = statement({ takes: { ...place, search: text }, gives: entry })`
  select id, display_name as "displayName", username, email, user_type as "userType", is_admin as "isAdmin",
     is_test as "isTest", created_at as "createdAt", suspended_at as "suspendedAt"
   from people_named(${'search'}) as named(user_id) join user_entries on id = named.user_id
   where (created_at, id) < (${'createdAt'}, ${'id'})
   order by created_at desc, id desc limit ${'most'}::integer`;

export const suspendedUsers = statement({ takes: { ...place, search: nullable(text) }, gives: entry })`
  select id, display_name as "displayName", username, email, user_type as "userType", is_admin as "isAdmin",
     is_test as "isTest", created_at as "createdAt", suspended_at as "suspendedAt"
   from user_entries
   where suspended_at is not null and (created_at, id) < (${'createdAt'}, ${'id'})
     and (${'search'}::text is null or id in (select people_named(${'search'})))
   order by created_at desc, id desc limit ${'most'}::integer`;

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
})`select entry.id, entry.display_name as "displayName", entry.username, entry.email, entry.user_type as "userType",
     entry.is_admin as "isAdmin", entry.is_test as "isTest", entry.created_at as "createdAt", entry.suspended_at as "suspendedAt", p.bio, u.confirmed_at as "confirmedAt",
     u.suspension_reason as "suspensionReason",
     exists (select from factors f where f.user_id = u.id and f.verified_at is not null) as "hasSecondFactor",
     coalesce(b.available_cents, 0) as "availableCents", coalesce(b.pending_cents, 0) as "pendingCents",
     p.total_earnings_cents as "earnedCents",
     (select coalesce(sum(amount_cents), 0)::bigint from payout_requests
       where listener_id = u.id and status = 'completed') as "paidOutCents",
     reviewed.pending as "reviewsPending", reviewed.approved as "reviewsApproved",
     reviewed.rejected as "reviewsRejected", reviewed.reversed as "reviewsReversed",
     uploaded.active as "tracksActive", uploaded.deleted as "tracksDeleted"
   from user_entries entry join profiles p on p.user_id = entry.id join users u on u.id = entry.id
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

/** A suspended user's undecided payouts and reviews; empty for anyone else. */
export const pendingOf = statement({
  takes: { userId: uuid },
  gives: { payouts: uuidList, reviews: uuidList },
})`select array(select id from payout_requests where listener_id = person.id and status = 'pending' limit 20) as payouts,
     array(select id from reviews where listener_id = person.id and status = 'pending'
       order by created_at limit 2000) as reviews
   from (select ${'userId'}::uuid as asked) as given
   left join users person on person.id = given.asked and person.suspended_at is not null`;
