import { boolean, oneOf, text, timestamp, uuid } from '../adapters/database/columns.ts';
import type { Queryable, Transaction } from '../adapters/database/database.ts';
import { statement } from '../adapters/database/statement.ts';

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
