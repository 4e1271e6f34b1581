import { boolean, bytes, nullable, oneOf, text, timestamp, uuid } from '../adapters/database/columns.ts';
import type { Queryable, Transaction } from '../adapters/database/database.ts';
import { statement } from '../adapters/database/statement.ts';

const kind = oneOf('signup', 'recovery', 'email_change', 'second_factor', 'payee');
export type OneTimeTokenKind = 'signup' | 'recovery' | 'email_change' | 'second_factor' | 'payee';

const voidOthers = statement({
  takes: { userId: uuid, kind, now: timestamp, exceptFor: nullable(text) },
  gives: {},
})`
  update one_time_tokens set used_at = ${'now'}
  where user_id = ${'userId'} and kind = ${'kind'} and used_at is null
    and (${'exceptFor'}::text is null or new_email is distinct from ${'exceptFor'}::text)`;

const voidAll = statement({ takes: { userId: uuid, now: timestamp }, gives: {} })`
  update one_time_tokens set used_at = ${'now'} where user_id = ${'userId'} and used_at is null`;

const insert = statement({
  takes: {
    tokenHash: bytes,
    userId: uuid,
    kind,
    newEmail: nullable(text),
    sessionId: nullable(uuid),
    now: timestamp,
    expiresAt: timestamp,
  },
  gives: {},
})`
  insert into one_time_tokens (token_hash, user_id, kind, new_email, session_id, created_at, expires_at)
  values (${'tokenHash'}, ${'userId'}, ${'kind'}, ${'newEmail'}, ${'sessionId'}, ${'now'}, ${'expiresAt'})`;

const find = statement({
  takes: { tokenHash: bytes, kind, now: timestamp },
  gives: { userId: uuid, sessionId: nullable(uuid) },
})`
  select user_id as "userId", session_id as "sessionId" from one_time_tokens
  where token_hash = ${'tokenHash'} and kind = ${'kind'} and used_at is null and expires_at > ${'now'}`;

/** An address counts as confirmed by a link if it is the account's, whichever link confirmed it. */
const findEmailed = statement({
  takes: { tokenHash: bytes, kind, now: timestamp },
  gives: { email: text, sentTo: text, isOpen: boolean, isConfirmed: boolean },
})`
  select person.email, coalesce(link.new_email, person.email) as "sentTo", link.used_at is null and link.expires_at > ${'now'} as "isOpen",
    case link.kind when 'signup' then person.confirmed_at is not null
      when 'email_change' then person.email = link.new_email else false end as "isConfirmed"
  from one_time_tokens link join users person on person.id = link.user_id and person.deleted_at is null
  where link.token_hash = ${'tokenHash'} and link.kind = ${'kind'}`;

const use = statement({
  takes: { tokenHash: bytes, kind, now: timestamp },
  gives: { userId: uuid, newEmail: nullable(text) },
})`
  update one_time_tokens set used_at = ${'now'}
  where token_hash = ${'tokenHash'} and kind = ${'kind'} and used_at is null and expires_at > ${'now'}
  returning user_id as "userId", new_email as "newEmail"`;

const removeExpired = statement({ takes: { before: timestamp }, gives: {} })`
  delete from one_time_tokens where expires_at < ${'before'}`;

/** Voids the user's tokens of one kind, except those that lead to the address `exceptFor`. */
export const voidOneTimeTokens = (
  tx: Transaction,
  which: { userId: string; kind: OneTimeTokenKind; now: Date; exceptFor: string | null },
) => voidOthers.run(tx, which);

/** Voids every token of a user: emailed links, and sign-ins that wait for a second factor. */
export const voidAllOneTimeTokens = (tx: Transaction, userId: string, now: Date) =>
  voidAll.run(tx, { userId, now });

export const insertOneTimeToken = (
  tx: Transaction,
  token: {
    tokenHash: Buffer;
    userId: string;
    kind: OneTimeTokenKind;
    newEmail: string | null;
    sessionId: string | null;
    now: Date;
    expiresAt: Date;
  },
) => insert.run(tx, token);

/** The owner of a token, without using it up. */
export const findOneTimeToken = (db: Queryable, tokenHash: Buffer, ofKind: OneTimeTokenKind, now: Date) =>
  find.one(db, { tokenHash, kind: ofKind, now });

/** A token of an email and its owner's address, used or not. */
export const findEmailedLink = (db: Queryable, tokenHash: Buffer, ofKind: OneTimeTokenKind, now: Date) =>
  findEmailed.one(db, { tokenHash, kind: ofKind, now });

export const removeExpiredTokens = (db: Queryable, before: Date) => removeExpired.run(db, { before });

/** Consumes a token and returns its owner; undefined if it is unknown, of another kind, used, replaced or expired. */
export const consumeOneTimeToken = (
  tx: Transaction,
  tokenHash: Buffer,
  ofKind: OneTimeTokenKind,
  now: Date,
) => use.one(tx, { tokenHash, kind: ofKind, now });
