import { destinationMethods } from '#contract/money/payout-destinations/destinations.ts';
import {
  boolean,
  bytes,
  integer,
  nullable,
  oneOf,
  text,
  timestamp,
  uuid,
} from '../../adapters/database/columns.ts';
import { fragment } from '../../adapters/database/fragment.ts';
import { statement } from '../../adapters/database/statement.ts';

const method = oneOf(...destinationMethods);

export const insertDestination = statement({
  takes: {
    id: uuid,
    userId: uuid,
    method,
    country: text,
    detailsEncrypted: bytes,
    mark: bytes,
    masked: text,
    now: timestamp,
  },
  gives: {},
})`insert into payees (id, user_id, method, country, details_encrypted, destination_mark, masked, created_at)
   values (${'id'}, ${'userId'}, ${'method'}, ${'country'}, ${'detailsEncrypted'}, ${'mark'}, ${'masked'}, ${'now'})`;

/** An unconfirmed destination is dropped when another is entered. */
export const replaceUnconfirmed = statement({ takes: { userId: uuid, now: timestamp }, gives: {} })`
  update payees set replaced_at = ${'now'}
  where user_id = ${'userId'} and confirmed_at is null and replaced_at is null`;

export const replaceCurrent = statement({ takes: { userId: uuid, now: timestamp }, gives: { id: uuid } })`
  update payees set replaced_at = ${'now'}
  where user_id = ${'userId'} and confirmed_at is not null and replaced_at is null returning id`;

const payee = {
  id: uuid,
  method,
  country: text,
  masked: text,
  confirmedAt: nullable(timestamp),
  detailsEncrypted: nullable(bytes),
  isWithdrawn: boolean,
};
const payees = fragment`select id, method, country, masked, confirmed_at as "confirmedAt",
     details_encrypted as "detailsEncrypted", withdrawn_at is not null as "isWithdrawn" from payees`;

export const openDestinations = statement({ takes: { userId: uuid }, gives: payee })`
  ${payees} where user_id = ${'userId'} and replaced_at is null order by confirmed_at nulls last limit 2`;

export const lockUnconfirmed = statement({ takes: { userId: uuid }, gives: payee })`
  ${payees} where user_id = ${'userId'} and confirmed_at is null and replaced_at is null for update`;

export const markConfirmed = statement({ takes: { id: uuid, now: timestamp }, gives: {} })`
  update payees set confirmed_at = ${'now'} where id = ${'id'} and confirmed_at is null`;

/**
 * Withdraws this destination and all entered since: the account's owner did not enter them, so no payout goes there.
 */
export const withdrawDestinations = statement({
  takes: { id: nullable(uuid), userId: uuid, since: timestamp, now: timestamp },
  gives: { id: uuid },
})`
  update payees set withdrawn_at = ${'now'}, replaced_at = coalesce(replaced_at, ${'now'})
  where user_id = ${'userId'} and (id = ${'id'} or created_at >= ${'since'}) and withdrawn_at is null returning id`;

export const wasEverConfirmed = statement({ takes: { userId: uuid }, gives: { wasConfirmed: boolean } })`
  select exists (select from payees where user_id = ${'userId'} and confirmed_at is not null) as "wasConfirmed"`;

export const isTestAccount = statement({ takes: { userId: uuid }, gives: { isTest: boolean } })`
  select is_test as "isTest" from users where id = ${'userId'}`;

/** Sends open requests to the confirmed destination from now on. */
export const freezeDestination = statement({ takes: { userId: uuid }, gives: {} })`
  select from ledger.freeze_destination(${'userId'})`;

export const waitsForDestination = statement({ takes: { userId: uuid }, gives: { isWaiting: boolean } })`
  select exists (select from payout_transfers travel left join payees payee on payee.id = travel.payee_id
    where travel.listener_id = ${'userId'} and (payee.id is null or payee.withdrawn_at is not null)
      and travel.transfer = 'waiting' and travel.request_status in ('pending', 'completed')) as "isWaiting"`;

/** The encrypted details of payees after an id, in id order. */
export const destinationSecrets = statement({
  takes: { after: uuid, most: integer },
  gives: { id: uuid, encrypted: bytes },
})`select id, details_encrypted as encrypted from payees
   where id > ${'after'} and details_encrypted is not null order by id limit ${'most'}::integer`;

/** Destinations whose mark does not begin like this, except of the test provider. */
export const destinationsToMark = statement({
  takes: { prefix: bytes, after: uuid, most: integer },
  gives: { id: uuid, encrypted: bytes },
})`select id, details_encrypted as encrypted from payees
   where substr(destination_mark, 1, length(${'prefix'}::bytea)) <> ${'prefix'}::bytea and method <> 'local'
     and details_encrypted is not null and id > ${'after'} order by id limit ${'most'}::integer`;

export const replaceMark = statement({ takes: { id: uuid, mark: bytes }, gives: {} })`
  update payees set destination_mark = ${'mark'} where id = ${'id'}`;

export const replaceSecret = statement({ takes: { id: uuid, before: bytes, encrypted: bytes }, gives: {} })`
  update payees set details_encrypted = ${'encrypted'} where id = ${'id'} and details_encrypted = ${'before'}`;
