import { destinationMethods, transferStates } from '#contract/money/payout-destinations/destinations.ts';
import type { Cents } from '#contract/primitives.ts';
import {
  boolean,
  bytes,
  cents,
  integer,
  json,
  nullable,
  oneOf,
  text,
  textList,
  timestamp,
  uuid,
  uuidList,
} from '../../adapters/database/columns.ts';
import { fragment } from '../../adapters/database/fragment.ts';
import { statement } from '../../adapters/database/statement.ts';

/**
 * Claims the next payout that is ready, after the given one, and those that are sent with it. Returns how far it
 * looked: null at the end.
 */
export const claimTransfer = statement({
  takes: {
    methods: textList,
    /** The amount by method and country. */
    sendsFrom: json<Readonly<Record<string, Readonly<Record<string, Cents>>>>>(),
    after: nullable(uuid),
    now: timestamp,
    askAt: timestamp,
  },
  gives: { payoutIds: uuidList, lookedTo: nullable(uuid) },
})`select payout_ids as "payoutIds", looked_to as "lookedTo"
   from ledger.claim_transfer(${'methods'}, ${'sendsFrom'}, ${'after'}, ${'now'}, ${'askAt'})`;

export const claimTransferAgain = statement({
  takes: { payoutId: uuid, now: timestamp, askAt: timestamp },
  gives: { isClaimed: boolean },
})`select ledger.claim_again(${'payoutId'}, ${'now'}, ${'askAt'}) as "isClaimed"`;

export const noteTransfer = statement({
  takes: {
    payoutId: uuid,
    transfer: text,
    providerId: nullable(text),
    costCents: cents,
    askAt: nullable(timestamp),
    now: timestamp,
  },
  gives: { outcome: text, listenerId: nullable(uuid) },
})`select outcome, listener_id as "listenerId" from ledger.note_transfer(${'payoutId'}, ${'transfer'}, ${'providerId'}, ${'costCents'}, ${'askAt'},
     ${'now'})`;

/** Returns the money to the balance: the provider says that it did not arrive or was returned. */
export const bookBack = statement({
  takes: { payoutId: uuid, reason: text, now: timestamp },
  gives: { outcome: text },
})`select outcome from ledger.return_payout(${'payoutId'}, null, ${'reason'}, ${'now'})`;

const payoutInTransit = {
  payoutId: uuid,
  transfer: oneOf(...transferStates),
  providerId: nullable(text),
  sentAt: nullable(timestamp),
  amountCents: cents,
  approvedAt: nullable(timestamp),
  payeeId: uuid,
  method: oneOf(...destinationMethods),
  country: text,
  detailsEncrypted: nullable(bytes),
  isWithdrawn: boolean,
};

const payoutsInTransit = fragment`select travel.payout_id as "payoutId", travel.transfer, travel.provider_id as "providerId",
     travel.sent_at as "sentAt", request.amount_cents as "amountCents",
     request.processed_at as "approvedAt", payee.id as "payeeId", payee.method, payee.country,
     payee.details_encrypted as "detailsEncrypted", payee.withdrawn_at is not null as "isWithdrawn"
   from payout_transfers travel
   join payout_requests request on request.id = travel.payout_id
   join payees payee on payee.id = travel.payee_id`;

export const inTransitById = statement({
  takes: { payoutId: uuid },
  gives: payoutInTransit,
})`${payoutsInTransit} where travel.payout_id = ${'payoutId'}`;

export type PayoutInTransit = Awaited<ReturnType<typeof inTransitById.only>>;

export const inTransitByIds = statement({
  takes: { payoutIds: uuidList },
  gives: payoutInTransit,
})`${payoutsInTransit} where travel.payout_id = any (${'payoutIds'}) order by travel.payout_id`;

export const inTransitAtProvider = statement({
  takes: { providerIds: textList },
  gives: payoutInTransit,
})`${payoutsInTransit} where travel.provider_id = any (${'providerIds'})`;

/** Payouts to ask the providers about now, longest due first. */
export const dueQuestions = statement({
  takes: { now: timestamp, most: integer },
  gives: payoutInTransit,
})`${payoutsInTransit} where travel.next_ask_at <= ${'now'}
   order by travel.next_ask_at, travel.payout_id limit ${'most'}::integer`;

/** Destinations with this mark that are not withdrawn. */
export const destinationsOfMark = statement({ takes: { mark: bytes }, gives: { payeeId: uuid } })`
  select id as "payeeId" from payees where destination_mark = ${'mark'} and withdrawn_at is null limit 100`;

/**
 * Withdraws a destination that its provider no longer knows: no payout goes there, and its owner has to choose another.
 */
export const unlinkDestination = statement({
  takes: { payeeId: uuid, now: timestamp },
  gives: { userId: uuid },
})`
  update payees set withdrawn_at = ${'now'}, replaced_at = coalesce(replaced_at, ${'now'})
  where id = ${'payeeId'} and withdrawn_at is null returning user_id as "userId"`;

/** Replaces the limits by country, in cents: `{"US": 60000}`. */
export const replaceTaxLimits = statement({ takes: { limits: json<unknown>() }, gives: {} })`
  with wanted as (
    select key as country, value::bigint as yearly_cents from jsonb_each_text(${'limits'}::jsonb)
  ), gone as (
    delete from tax_limits where country not in (select country from wanted)
  )
  insert into tax_limits (country, yearly_cents) select country, yearly_cents from wanted
  on conflict (country) do update set yearly_cents = excluded.yearly_cents
    where tax_limits.yearly_cents <> excluded.yearly_cents`;

/** No row if the address has no account. */
export const noteTaxDetails = statement({
  takes: { email: text, year: integer, now: timestamp },
  gives: { userId: uuid },
})`insert into tax_details (user_id, year, received_at)
   select id, ${'year'}::integer, ${'now'}::timestamptz from users where email_normalized = ${'email'}
   on conflict (user_id, year) do update set received_at = tax_details.received_at
   returning user_id as "userId"`;
