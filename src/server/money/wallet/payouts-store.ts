import { destinationMethods, transferStates } from '#contract/money/payout-destinations/destinations.ts';
import {
  boolean,
  cents,
  double,
  integer,
  nullable,
  oneOf,
  text,
  timestamp,
  uuid,
} from '../../adapters/database/columns.ts';
import { fragment } from '../../adapters/database/fragment.ts';
import { statement } from '../../adapters/database/statement.ts';

const payout = {
  id: uuid,
  amountCents: cents,
  status: oneOf('pending', 'completed', 'rejected', 'cancelled', 'returned'),
  decisionReason: nullable(text),
  returnReason: nullable(text),
  createdAt: timestamp,
  processedAt: nullable(timestamp),
  queuePosition: nullable(integer),
  transfer: nullable(oneOf(...transferStates)),
  destination: nullable(text),
  method: nullable(oneOf(...destinationMethods)),
  promisedFrom: nullable(timestamp),
  waitsForTaxDetails: nullable(boolean),
  country: nullable(text),
  gatheredCents: nullable(cents),
};

const payouts = fragment`select p.id, p.amount_cents as "amountCents", p.status, p.decision_reason as "decisionReason",
     p.return_reason as "returnReason", p.created_at as "createdAt", p.processed_at as "processedAt",
     case when p.status = 'pending' and p.listener_id not in (select id from users where is_test) then (
       select count(*) from payout_requests q
       where q.status = 'pending' and (q.created_at, q.id) <= (p.created_at, p.id)
         and q.listener_id not in (select id from users where is_test)
     )::integer end as "queuePosition",
     travel.transfer, payee.masked as destination, payee.method, payee.country, travel.promised_from as "promisedFrom",
     case when travel.transfer = 'waiting' then ledger.waits_for_tax_details(p.id, now()) end as "waitsForTaxDetails",
     case when travel.transfer = 'waiting' then ledger.gathered_cents(p.id) end as "gatheredCents"
   from payout_requests p
   left join payout_transfers travel on travel.payout_id = p.id
   left join payees payee on payee.id = travel.payee_id and payee.withdrawn_at is null`;

export const payoutById = statement({
  takes: { id: uuid },
  gives: payout,
})`${payouts} where p.id = ${'id'}`;

export const payoutsOfListener = statement({
  takes: { listenerId: uuid, createdAt: timestamp, id: uuid, most: integer },
  gives: payout,
})`${payouts}
   where p.listener_id = ${'listenerId'} and (p.created_at, p.id) < (${'createdAt'}, ${'id'})
   order by p.created_at desc, p.id desc limit ${'most'}::integer`;

/** A decided request, for the notice about its decision or about returned money. */
export const decidedPayout = statement({
  takes: { payoutId: uuid },
  gives: {
    listenerId: uuid,
    amountCents: cents,
    status: oneOf('completed', 'rejected', 'returned'),
    reason: nullable(text),
    isWithheld: boolean,
    destination: nullable(text),
    method: nullable(oneOf(...destinationMethods)),
    country: nullable(text),
    gatheredCents: nullable(cents),
  },
})`select p.listener_id as "listenerId", p.amount_cents as "amountCents", p.status,
     coalesce(p.return_reason, p.decision_reason) as reason,
     exists (select from ledger.withheld where payout_id = p.id) as "isWithheld", payee.masked as destination,
     payee.method, payee.country, ledger.gathered_cents(p.id) as "gatheredCents"
   from payout_requests p
   left join payout_transfers travel on travel.payout_id = p.id
   left join payees payee on payee.id = travel.payee_id and payee.withdrawn_at is null
   where p.id = ${'payoutId'} and p.status in ('completed', 'rejected', 'returned')`;

export const listenerOfPayout = statement({
  takes: { id: uuid },
  gives: { listenerId: uuid },
})`select listener_id as "listenerId" from payout_requests where id = ${'id'}`;

export const reasonOfPayout = statement({
  takes: { id: uuid },
  gives: { reason: nullable(text) },
})`select decision_reason as reason from payout_requests where id = ${'id'}`;

/** When an approved payout is completed. */
export const completionOf = statement({
  takes: { payoutId: uuid },
  gives: { completesAt: timestamp },
})`select completes_at as "completesAt" from payout_approvals where payout_id = ${'payoutId'}`;

/** Approvals whose time to undo is over, oldest first. */
export const dueApprovals = statement({
  takes: { now: timestamp, after: timestamp, afterId: uuid, most: integer },
  gives: { payoutId: uuid, approvedBy: nullable(uuid), completesAt: timestamp },
})`select payout_id as "payoutId", approved_by as "approvedBy", completes_at as "completesAt" from payout_approvals
   where completes_at <= ${'now'} and (completes_at, payout_id) > (${'after'}, ${'afterId'}) order by completes_at, payout_id limit ${'most'}::integer`;

/**
 * Waiting payouts: `pending` and `under_review` for an admin, who decides about the second after the appeal; `waiting`, `sending` and
 * `checking` in transit after the approval.
 */
export const readWaitingPayouts = statement({
  takes: {},
  gives: { state: text, payouts: integer, oldestSeconds: double },
})`
  with states (state) as (values ('pending'), ('under_review'), ('waiting'), ('sending'), ('checking')),
    waiting as (
      select 'pending' as state, created_at as since from payout_requests where status = 'pending'
      union all
      select 'under_review', least(appealed_at, withheld_at + interval '14 days') from ledger.withheld
       where outcome is null and least(appealed_at, withheld_at + interval '14 days') <= now()
      union all
      select transfer, request.processed_at from payout_transfers
        join payout_requests request on request.id = payout_id
       where transfer = 'waiting' and request_status = 'completed'
      union all
      select transfer, request.processed_at from payout_transfers
        join payout_requests request on request.id = payout_id
       where transfer in ('sending', 'checking')
    )
  select states.state, count(waiting.state)::integer as payouts,
    coalesce(greatest(0, extract(epoch from now() - min(since))), 0)::double precision as "oldestSeconds"
  from states left join waiting on waiting.state = states.state group by 1`;
