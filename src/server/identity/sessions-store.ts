import {
  boolean,
  bytes,
  integer,
  nullable,
  oneOf,
  text,
  timestamp,
  uuid,
  uuidList,
} from '../adapters/database/columns.ts';
import type { Queryable, Transaction } from '../adapters/database/database.ts';
import { fragment } from '../adapters/database/fragment.ts';
import { joinedLookup } from '../adapters/database/joined-lookup.ts';
import { statement } from '../adapters/database/statement.ts';

const endReason = oneOf('signed_out', 'token_reused', 'password_changed', 'expired', 'replaced', 'suspended');
export type SessionEnd =
  | 'signed_out'
  | 'token_reused'
  | 'password_changed'
  | 'expired'
  | 'replaced'
  | 'suspended';

const insert = statement({
  takes: {
    id: uuid,
    userId: uuid,
    keyEncrypted: bytes,
    now: timestamp,
    device: text,
    addressPrefix: text,
    deviceMark: text,
  },
  gives: {},
})`
  insert into sessions (id, user_id, key_encrypted, rotated_at, created_at, last_seen_at, device, address_prefix,
    device_mark)
  values (${'id'}, ${'userId'}, ${'keyEncrypted'}, ${'now'}, ${'now'}, ${'now'}, ${'device'}, ${'addressPrefix'},
    ${'deviceMark'})`;

const endBeyond = statement({
  takes: { userId: uuid, newest: uuid, others: integer, now: timestamp },
  gives: {},
})`
  update sessions set ended_at = ${'now'}, end_reason = 'replaced' where id in (
    select id from sessions
    where user_id = ${'userId'} and ended_at is null and id <> ${'newest'}
    order by last_seen_at desc, created_at desc, id offset ${'others'}::integer
  )`;

const end = statement({ takes: { id: uuid, reason: endReason, now: timestamp }, gives: {} })`
  update sessions set ended_at = ${'now'}, end_reason = ${'reason'} where id = ${'id'} and ended_at is null`;

const endAll = statement({
  takes: { userId: uuid, except: nullable(uuid), reason: endReason, now: timestamp },
  gives: {},
})`
  update sessions set ended_at = ${'now'}, end_reason = ${'reason'}
  where user_id = ${'userId'} and ended_at is null and id is distinct from ${'except'}::uuid`;

const open = statement({
  takes: { userId: uuid },
  gives: { id: uuid, device: text, createdAt: timestamp, lastSeenAt: timestamp },
})`
  select id, device, created_at as "createdAt", last_seen_at as "lastSeenAt" from sessions
  where user_id = ${'userId'} and ended_at is null order by last_seen_at desc, created_at desc, id`;

const endOwned = statement({ takes: { id: uuid, userId: uuid, now: timestamp }, gives: {} })`
  update sessions set ended_at = ${'now'}, end_reason = 'signed_out'
  where id = ${'id'} and user_id = ${'userId'} and ended_at is null`;

const key = statement({
  takes: { id: uuid },
  gives: { keyEncrypted: bytes, userId: uuid, endedAt: nullable(timestamp) },
})`
  select key_encrypted as "keyEncrypted", user_id as "userId", ended_at as "endedAt" from sessions where id = ${'id'}`;

const openKeys = statement({
  takes: { after: uuid, most: integer },
  gives: { id: uuid, encrypted: bytes },
})`
  select id, key_encrypted as encrypted from sessions
  where ended_at is null and id > ${'after'} order by id limit ${'most'}::integer`;

const replaceKey = statement({ takes: { id: uuid, before: bytes, keyEncrypted: bytes }, gives: {} })`
  update sessions set key_encrypted = ${'keyEncrypted'} where id = ${'id'} and key_encrypted = ${'before'}`;

const state = {
  userId: uuid,
  createdAt: timestamp,
  lastSeenAt: timestamp,
  endedAt: nullable(timestamp),
  suspendedAt: nullable(timestamp),
  isAdmin: boolean,
};

// The latest row of user_roles decides; without one the role is `user`.
const lockFree = statement({
  takes: { id: uuid },
  gives: { ...state, counter: integer, rotatedAt: timestamp, email: text },
})`
  select s.user_id as "userId", s.created_at as "createdAt", s.last_seen_at as "lastSeenAt", s.ended_at as "endedAt",
    u.suspended_at as "suspendedAt", s.counter, s.rotated_at as "rotatedAt", u.email,
    coalesce((select r.role = 'admin' from user_roles r where r.user_id = s.user_id order by r.id desc limit 1), false)
      as "isAdmin"
  from sessions s join users u on u.id = s.user_id
  where s.id = ${'id'} for update of s skip locked`;

const rotate = statement({
  takes: { id: uuid, counter: integer, now: timestamp, lastSeenAt: timestamp },
  gives: {},
})`
  update sessions set counter = ${'counter'}, rotated_at = ${'now'}, last_seen_at = ${'lastSeenAt'}
  where id = ${'id'}`;

const ofCaller = { id: uuid, ...state, userType: nullable(oneOf('artist', 'listener')) };
const readCaller = fragment`
  select s.id, s.user_id as "userId", s.created_at as "createdAt", s.last_seen_at as "lastSeenAt",
    s.ended_at as "endedAt", u.suspended_at as "suspendedAt", p.user_type as "userType",
    coalesce((select r.role = 'admin' from user_roles r where r.user_id = s.user_id order by r.id desc limit 1), false)
      as "isAdmin"
  from sessions s join users u on u.id = s.user_id left join profiles p on p.user_id = s.user_id`;

const caller = statement({ takes: { id: uuid }, gives: ofCaller })`${readCaller} where s.id = ${'id'}`;

// The inner select hides the number of ids: PostgreSQL would plan again for each number, which takes longer than the
// query.
const callers = statement({ takes: { ids: uuidList }, gives: ofCaller })`
  ${readCaller} where s.id in (select unnest((select ${'ids'}::uuid[])))`;

const touch = statement({ takes: { id: uuid, now: timestamp }, gives: {} })`
  update sessions set last_seen_at = ${'now'} where id = ${'id'} and last_seen_at < ${'now'}`;

const known = statement({
  takes: { userId: uuid, addressPrefix: text, deviceMark: nullable(text), since: timestamp },
  gives: { network: boolean, device: boolean },
})`
  select exists (
    select from sessions
    where user_id = ${'userId'} and address_prefix = ${'addressPrefix'} and created_at > ${'since'}
  ) as network, exists (
    select from sessions
    where user_id = ${'userId'} and device_mark = ${'deviceMark'}::text and created_at > ${'since'}
  ) as device`;

export const insertSession = (
  tx: Transaction,
  session: {
    id: string;
    userId: string;
    keyEncrypted: Buffer;
    now: Date;
    device: string;
    addressPrefix: string;
    deviceMark: string;
  },
) => insert.run(tx, session);

/** Ends the sessions seen longest ago, so that at most `others` stay open besides the newest. */
export const endSessionsBeyond = (
  tx: Transaction,
  userId: string,
  newest: string,
  others: number,
  now: Date,
) => endBeyond.run(tx, { userId, newest, others, now });

export const endSession = (db: Queryable, id: string, reason: SessionEnd, now: Date) =>
  end.run(db, { id, reason, now });

/** Ends all open sessions of a user except `except`; null ends all. */
export const endSessionsOf = (
  db: Queryable,
  userId: string,
  except: string | null,
  reason: SessionEnd,
  now: Date,
) => endAll.run(db, { userId, except, reason, now });

export const listOpenSessions = (db: Queryable, userId: string) => open.all(db, { userId });

/** Ends one of the user's sessions; false if it is not open. */
export const endOwnSession = async (db: Queryable, userId: string, id: string, now: Date) =>
  (await endOwned.run(db, { id, userId, now })) === 1;

/** The encrypted keys of open sessions after an id, in id order. */
export const listSessionKeys = (db: Queryable, after: string, most: number) =>
  openKeys.all(db, { after, most });

/** Stores a session's re-encrypted key, unless it has changed since. */
export const replaceSessionKey = (db: Queryable, id: string, before: Buffer, keyEncrypted: Buffer) =>
  replaceKey.run(db, { id, before, keyEncrypted });

export const findSessionKey = (db: Queryable, id: string) => key.one(db, { id });

/** Locks a session; undefined if another transaction holds it. */
export const lockSessionIfFree = (tx: Transaction, id: string) => lockFree.one(tx, { id });

export const rotateSession = (
  tx: Transaction,
  id: string,
  next: { counter: number; now: Date; lastSeenAt: Date },
) => rotate.run(tx, { id, ...next });

/** The state of the session and user of a request. */
export const findSessionOfCaller = joinedLookup(async (db: Queryable, ids: readonly string[]) => {
  const [id] = ids;
  const isAlone = id !== undefined && ids.length === 1;
  const rows = await (isAlone ? caller.all(db, { id }) : callers.all(db, { ids: [...ids] }));
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.map((one) => byId.get(one));
});

export const touchSession = (db: Queryable, id: string, now: Date) => touch.run(db, { id, now });

/** Whether the user has signed in from this network, and with this browser (fingerprints), since that day. */
export const isKnownPlace = (
  db: Queryable,
  place: { userId: string; addressPrefix: string; deviceMark: string | null; since: Date },
) => known.only(db, place);
