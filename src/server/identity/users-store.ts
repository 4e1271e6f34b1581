import { boolean, nullable, oneOf, text, timestamp, uuid } from '../adapters/database/columns.ts';
import type { Queryable, Transaction } from '../adapters/database/database.ts';
import { statement } from '../adapters/database/statement.ts';

const insert = statement({
  takes: { email: text, emailNormalized: text, passwordHash: text, now: timestamp },
  gives: { id: uuid },
})`
  insert into users (email, email_normalized, password_hash, created_at)
  values (${'email'}, ${'emailNormalized'}, ${'passwordHash'}, ${'now'})
  on conflict (email_normalized) do nothing
  returning id`;

const byEmail = statement({
  takes: { emailNormalized: text },
  gives: { id: uuid, email: text, passwordHash: text, confirmedAt: nullable(timestamp) },
})`
  select id, email, password_hash as "passwordHash", confirmed_at as "confirmedAt"
  from users where email_normalized = ${'emailNormalized'}`;

const byId = statement({ takes: { userId: uuid }, gives: { id: uuid, email: text, passwordHash: text } })`
  select id, email, password_hash as "passwordHash" from users where id = ${'userId'}`;

const setAddress = statement({ takes: { userId: uuid, email: text, emailNormalized: text }, gives: {} })`
  update users set email = ${'email'}, email_normalized = ${'emailNormalized'}
  where id = ${'userId'} and not exists (select from users where email_normalized = ${'emailNormalized'})`;

const lock = statement({
  takes: { userId: uuid },
  gives: {
    id: uuid,
    email: text,
    passwordHash: text,
    confirmedAt: nullable(timestamp),
    suspendedAt: nullable(timestamp),
  },
})`
  select id, email, password_hash as "passwordHash", confirmed_at as "confirmedAt", suspended_at as "suspendedAt"
  from users where id = ${'userId'} for update`;

const confirm = statement({ takes: { userId: uuid, now: timestamp }, gives: {} })`
  update users set confirmed_at = coalesce(confirmed_at, ${'now'}) where id = ${'userId'}`;

const suspend = statement({
  takes: { userId: uuid, suspendedAt: nullable(timestamp), reason: nullable(text) },
  gives: {},
})`
  update users set suspended_at = ${'suspendedAt'}, suspension_reason = ${'reason'} where id = ${'userId'}`;

const lockIfThere = statement({
  takes: { userId: uuid },
  gives: { suspendedAt: nullable(timestamp), address: nullable(text) },
})`
  select suspended_at as "suspendedAt", case when deleted_at is null and confirmed_at is not null then email end as "address"
  from users where id = ${'userId'} for update`;

const lockActive = statement({ takes: { userId: uuid }, gives: { isActive: boolean } })`
  select deleted_at is null and suspended_at is null as "isActive" from users where id = ${'userId'} for key share`;

const setHash = statement({ takes: { userId: uuid, passwordHash: text }, gives: {} })`
  update users set password_hash = ${'passwordHash'} where id = ${'userId'}`;

const replaceHash = statement({ takes: { userId: uuid, before: text, after: text }, gives: {} })`
  update users set password_hash = ${'after'} where id = ${'userId'} and password_hash = ${'before'}`;

const setHashUnconfirmed = statement({ takes: { userId: uuid, passwordHash: text }, gives: {} })`
  update users set password_hash = ${'passwordHash'} where id = ${'userId'} and confirmed_at is null`;

/** The new user, or undefined if the address already has an account. */
export const insertUser = (
  tx: Transaction,
  user: { email: string; emailNormalized: string; passwordHash: string; now: Date },
) => insert.one(tx, user);

export const findUserByEmail = (db: Queryable, emailNormalized: string) =>
  byEmail.one(db, { emailNormalized });

export const findUser = (db: Queryable, userId: string) => byId.only(db, { userId });

/** False if the address is taken. */
export const setEmail = async (
  tx: Transaction,
  user: { userId: string; email: string; emailNormalized: string },
) => (await setAddress.run(tx, user)) === 1;

/** Reads and locks an existing user's row, which serializes changes of one account. */
export const lockUser = (tx: Transaction, userId: string) => lock.only(tx, { userId });

export const confirmUser = (tx: Transaction, userId: string, now: Date) => confirm.run(tx, { userId, now });

export const setPasswordHash = (tx: Transaction, userId: string, passwordHash: string) =>
  setHash.run(tx, { userId, passwordHash });

/** Stores another hash of the same password, unless the hash has changed since. */
export const replacePasswordHash = async (db: Queryable, userId: string, before: string, after: string) =>
  (await replaceHash.run(db, { userId, before, after })) === 1;

/** Has no effect on a confirmed account. */
export const setPasswordHashOfUnconfirmed = (tx: Transaction, userId: string, passwordHash: string) =>
  setHashUnconfirmed.run(tx, { userId, passwordHash });

/** Locks the row of a user who may not exist. Without a confirmed address, as in a deleted account, it is null. */
export const lockUserIfThere = (tx: Transaction, userId: string) => lockIfThere.one(tx, { userId });

/** Whether the user is neither deleted nor suspended. Waits for a deletion under way, and delays later ones. */
export const lockIfActive = (tx: Transaction, userId: string) => lockActive.only(tx, { userId });

/** Null for both fields lifts the suspension. */
export const setSuspended = (
  tx: Transaction,
  suspension: { userId: string; suspendedAt: Date | null; reason: string | null },
) => suspend.run(tx, suspension);

export const markTestUser = statement({ takes: { userId: uuid }, gives: {} })`
  update users set is_test = true where id = ${'userId'}`;

/** The newest test user who can sign in. */
export const newestTestUser = statement({ takes: {}, gives: { id: uuid, email: text } })`
  select id, email from users where is_test and deleted_at is null and suspended_at is null
  order by created_at desc, id limit 1`;

/** Until the transaction ends, no other one can create or renew a test listener. */
export const lockTestUsers = statement({ takes: {}, gives: {} })`
  select from pg_advisory_xact_lock(hashtextextended('test users', 0))`;

const assign = statement({
  takes: { userId: uuid, role: oneOf('user', 'admin'), now: timestamp },
  gives: {},
})`
  select from assign_role(${'userId'}, ${'role'}, ${'now'})`;

const assigned = statement({ takes: { userId: uuid }, gives: { assigned: boolean } })`
  select exists (select from user_roles where user_id = ${'userId'}) as assigned`;

/** Adds the role that applies from now on. PostgreSQL only permits this to the owner of the database. */
export const assignRole = (tx: Transaction, userId: string, role: 'user' | 'admin', now: Date) =>
  assign.run(tx, { userId, role, now });

/** Whether an operator has ever set this user's role. */
export const hasAssignedRole = async (db: Queryable, userId: string) =>
  (await assigned.only(db, { userId })).assigned;

/** All admins who are not suspended. */
export const admins = statement({
  takes: {},
  gives: { name: text, address: text },
})`select profile.display_name as name, person.email as address
   from users person join profiles profile on profile.user_id = person.id
   join lateral (select role from user_roles given where given.user_id = person.id order by given.id desc limit 1) latest
     on latest.role = 'admin'
   where person.suspended_at is null order by person.created_at limit 100`;

/**
 * Whether there is another admin, without test and sample accounts. Suspended ones count: an admin must not become the
 * only one by suspending the others.
 */
export const otherAdmin = statement({
  takes: { adminId: uuid },
  gives: { exists: boolean },
})`
  select exists (select from users person
    join lateral (select role from user_roles given where given.user_id = person.id order by given.id desc limit 1) latest
      on latest.role = 'admin'
   where person.id <> ${'adminId'} and person.deleted_at is null and has_bounds(person)) as exists`;
