import type { Clock } from '../adapters/clock/clock.ts';
import type { Database } from '../adapters/database/database.ts';
import { recordAudit } from './audit-store.ts';
import { normalizeEmail } from './emails/email-rules.ts';
import { assignRole } from './roles-store.ts';
import { findUserByEmail } from './users-store.ts';

/** No account has this address, or it was never confirmed: then whoever made it need not own the address. */
export class UnknownAccount extends Error {
  override readonly name = 'UnknownAccount';
}

/** What changes roles: the connection of the database's owner, since the server's own role cannot write them. */
export interface RoleOffice {
  readonly ownerDatabase: Database;
  readonly clock: Clock;
}

/**
 * Makes a user an admin, or takes it back; it acts from the user's next request on.
 * @throws UnknownAccount
 */
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
