import type { PayoutDoubt } from '#contract/money/wallet/payout-doubts.ts';
import {
  boolean,
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

const pending = {
  id: uuid,
  listenerId: uuid,
  displayName: text,
  amountCents: cents,
  status: oneOf('pending'),
  createdAt: timestamp,
  firstApprovedBy: nullable(uuid),
  firstApproverName: nullable(text),
  isTest: boolean,
  isFirst: boolean,
  isUnread: boolean,
  recentlyReset: boolean,
  relatedAccounts: integer,
  clusterId: nullable(uuid),
  clusterMembers: nullable(integer),
  promisedFrom: nullable(timestamp),
  destination: nullable(text),
  sharedDestination: integer,
  heldUntil: nullable(timestamp),
  isStopped: boolean,
  isSuspended: boolean,
  completesAt: nullable(timestamp),
  isByRule: boolean,
  doubts: json<PayoutDoubt[]>(),
};

/** `resetSince`: password recoveries after this time are flagged. */
const asked = {
  createdAt: timestamp,
  id: uuid,
  most: integer,
  search: nullable(text),
  resetSince: timestamp,
  callerId: uuid,
};

const pendingPayouts = fragment<
  'search' | 'resetSince' | 'callerId'
>`select r.id, r.listener_id as "listenerId",
     p.display_name as "displayName", r.amount_cents as "amountCents", r.status, r.created_at as "createdAt",
     person.is_test as "isTest",
     not exists (select from payout_requests paid where paid.listener_id = r.listener_id and paid.status = 'completed')
       as "isFirst",
     ledger.is_unread(r.id, ${'callerId'}) as "isUnread",
     exists (select from auth_audit entry where entry.user_id = r.listener_id and entry.event = 'password_reset'
       and entry.at > ${'resetSince'}) as "recentlyReset",
     (select count(*)::integer from related_accounts(r.listener_id)) as "relatedAccounts",
     r.first_approved_by as "firstApprovedBy", first.display_name as "firstApproverName",
     cluster.id as "clusterId", cluster.members as "clusterMembers",
     travel.promised_from as "promisedFrom", payee.masked as destination,
     (select count(distinct other.user_id)::integer from payees other
       where other.destination_mark = payee.destination_mark and other.user_id <> r.listener_id) as "sharedDestination",
     hold.held_until as "heldUntil", hold.stopped_at is not null as "isStopped",
     person.suspended_at is not null as "isSuspended", approval.completes_at as "completesAt",
     approval.payout_id is not null and approval.approved_by is null as "isByRule",
     to_jsonb(coalesce(found.doubts, '{}')) as doubts
   from payout_requests r
   join profiles p on p.user_id = r.listener_id
   join users person on person.id = r.listener_id
   left join profiles first on first.user_id = r.first_approved_by
   left join cluster_members member on member.user_id = r.listener_id
   left join clusters cluster on cluster.id = member.cluster_id and coalesce(cluster.decision, '') <> 'dismissed'
   left join payout_transfers travel on travel.payout_id = r.id
   left join payees payee on payee.id = travel.payee_id and payee.withdrawn_at is null
   left join payout_holds hold on hold.user_id = r.listener_id
   left join payout_approvals approval on approval.payout_id = r.id
   left join payout_rule_findings found on found.payout_id = r.id
   where r.status = 'pending' and (${'search'}::text is null or r.listener_id in (select people_named(${'search'})))`;

export const newestPendingPayouts = statement({ takes: asked, gives: pending })`${pendingPayouts}
     and (r.created_at, r.id) < (${'createdAt'}, ${'id'})
   order by r.created_at desc, r.id desc limit ${'most'}::integer`;

/** Earliest promised date first; those without one come last. */
export const duePendingPayouts = statement({ takes: asked, gives: pending })`${pendingPayouts}
     and (coalesce(travel.promised_from, '9998-01-01Z'), r.id) > (${'createdAt'}, ${'id'})
   order by coalesce(travel.promised_from, '9998-01-01Z'), r.id limit ${'most'}::integer`;

/** The listener's request with the earliest promised date. */
export const firstDuePayout = statement({
  takes: {},
  gives: { displayName: text, promisedFrom: timestamp },
})`select p.display_name as "displayName", travel.promised_from as "promisedFrom"
   from payout_transfers travel
   join payout_requests r on r.id = travel.payout_id
   join profiles p on p.user_id = r.listener_id
   where travel.transfer = 'waiting' and travel.request_status = 'pending' and travel.promised_from is not null
     and r.listener_id not in (select id from users where is_test)
   order by travel.promised_from, r.id limit 1`;
