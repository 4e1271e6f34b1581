import { normalizeEmail } from './emails/email-rules.ts';
import { grantRole, type RoleOffice } from './grant-role.ts';
import { hasAssignedRole } from './roles-store.ts';
import { findUserByEmail } from './users-store.ts';

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
