import { destinationMethods, transferWaits } from '#contract/money/payout-destinations/destinations.ts';
import {
  boolean,
  cents,
  integer,
  nullable,
  oneOf,
  text,
  textList,
  timestamp,
  uuid,
} from '../../adapters/database/columns.ts';
import { statement } from '../../adapters/database/statement.ts';

export const confirmArrival = statement({
  takes: { payoutId: uuid, confirmedBy: uuid, now: timestamp },
  gives: { outcome: text, transfer: nullable(text), listenerId: nullable(uuid) },
})`select outcome, transfer, listener_id as "listenerId"
   from ledger.confirm_arrival(${'payoutId'}, ${'confirmedBy'}, ${'now'})`;

/** Approved payouts that have not arrived, except those in files, earliest approval first. */
export const openTransfers = statement({
  takes: {
    createdAt: timestamp,
    id: uuid,
    methods: textList,
    fileMethods: textList,
    now: timestamp,
    most: integer,
  },
  gives: {
    id: uuid,
    createdAt: timestamp,
    listenerId: uuid,
    displayName: text,
    amountCents: cents,
    isByRule: boolean,
    method: nullable(oneOf(...destinationMethods)),
    destination: nullable(text),
    transfer: oneOf('waiting', 'sending', 'checking'),
    waitsFor: nullable(oneOf(...transferWaits)),
    sentAt: nullable(timestamp),
    canBeEnded: boolean,
    country: nullable(text),
    gatheredCents: nullable(cents),
  },
})`select request.id, request.processed_at as "createdAt", request.listener_id as "listenerId",
     profile.display_name as "displayName", request.amount_cents as "amountCents", request.by_rule as "isByRule",
     payee.method, payee.masked as destination, travel.transfer, travel.sent_at as "sentAt",
     case when travel.transfer <> 'waiting' then null
       when payee.id is null or payee.withdrawn_at is not null then 'destination'
       when payee.method <> all (${'methods'}) then 'method'
       when hold.stopped_at is not null then 'stop'
       when hold.held_until > ${'now'} then 'hold'
       when person.suspended_at is not null and not ledger.may_leave(request.id, ${'now'}) then 'suspension'
       when ledger.waits_for_tax_details(request.id, ${'now'}) then 'tax_details'
       when payee.method = any (${'fileMethods'}) then 'file' end as "waitsFor",
     travel.transfer <> 'waiting' and ledger.ends_by_hand(request.id, ${'now'}) as "canBeEnded",
     payee.country, case when travel.transfer = 'waiting' then ledger.gathered_cents(request.id) end as "gatheredCents"
   from payout_transfers travel
   join payout_requests request on request.id = travel.payout_id
   join users person on person.id = travel.listener_id
   join profiles profile on profile.user_id = travel.listener_id
   left join payees payee on payee.id = travel.payee_id
   left join payout_holds hold on hold.user_id = travel.listener_id
   where travel.transfer in ('waiting', 'sending', 'checking') and travel.request_status = 'completed'
     and not exists (select from payout_export_lines line where line.payout_id = travel.payout_id)
     and (request.processed_at, request.id) > (${'createdAt'}, ${'id'})
   order by request.processed_at, request.id limit ${'most'}::integer`;

export const returnToListener = statement({
  takes: { payoutId: uuid, returnedBy: uuid, reason: text, now: timestamp },
  gives: { outcome: text, status: nullable(text), returnedAt: nullable(timestamp) },
})`select outcome, status, returned_at as "returnedAt"
   from ledger.return_payout(${'payoutId'}, ${'returnedBy'}, ${'reason'}, ${'now'})`;

export const listenerOfPayout = statement({
  takes: { id: uuid },
  gives: { listenerId: uuid },
})`select listener_id as "listenerId" from payout_requests where id = ${'id'}`;
