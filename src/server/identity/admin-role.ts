import type { Database, Queryable } from '../adapters/database/database.ts';
import type { Clock } from '../foundation/clock.ts';
import { recordAudit } from './audit-store.ts';
import { normalizeEmail } from './emails/email-rules.ts';
import { assignRole, findUserByEmail, hasAssignedRole, otherAdmin } from './users-store.ts';

/** No account has this address, or the address was never confirmed, so the account's creator may not own it. */
export class UnknownAccount extends Error {
  override readonly name = 'UnknownAccount';
}

/** Needs the database owner's connection, since the server's role cannot write roles. */
export interface RoleOffice {
  readonly ownerDatabase: Database;
  readonly clock: Clock;
}

/** Grants or revokes the admin role, effective from the user's next request. @throws UnknownAccount */
export async function grantRole(
  { ownerDatabase, clock }: RoleOffice,
  email: string,
  role: 'admin' | 'user',
): Promise<void> {
  const now = clock.now();
  await ownerDatabase.transaction(async (tx) => {
    const user = await findUserByEmail(tx, normalizeEmail(email));
    if (!user?.confirmedAt)
      throw new UnknownAccount(`There is no confirmed account with the address ${email}.`);
    await assignRole(tx, user.id, role, now);
    await recordAudit(tx, { now, userId: user.id, event: 'role_assigned', details: { role } });
  });
}

/**
 * At every start: makes the confirmed user of the setting FIRST_ADMIN_EMAIL an admin, unless an operator has ever set
 * that user's role, so that a revoked role stays revoked. Returns whether it did.
 */
export async function grantFirstAdmin(office: RoleOffice, email: string | undefined): Promise<boolean> {
  if (email === undefined) return false;
  const user = await findUserByEmail(office.ownerDatabase, normalizeEmail(email));
  if (!user?.confirmedAt || (await hasAssignedRole(office.ownerDatabase, user.id))) return false;
  await grantRole(office, email, 'admin');
  return true;
}

/** Whether somebody else is an admin, suspended or not; test and sample accounts do not count. */
export const hasOtherAdmin = async (db: Queryable, adminId: string): Promise<boolean> =>
  (await otherAdmin.only(db, { adminId })).exists;
