import type { Clock } from '../adapters/clock/clock.ts';
import type { Database } from '../adapters/database/database.ts';
import { recordAudit } from './audit-store.ts';
import { normalizeEmail } from './emails/email-rules.ts';
import { assignRole } from './roles-store.ts';
import { findUserByEmail } from './users-store.ts';

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
