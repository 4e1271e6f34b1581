import type { Queryable } from '../adapters/database/database.ts';
import { refuse } from '../refusals.ts';
import { linkedAmong } from '../relations/linked-among.ts';

/** Which of these people are the admin, or share a browser, a mailbox, a payee or a cluster with the admin. */
export async function ownAmong(
  db: Queryable,
  adminId: string,
  userIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const own = await linkedAmong(db, adminId, userIds);
  return userIds.includes(adminId) ? new Set([...own, adminId]) : own;
}

/** An admin decides nothing in which an account of theirs stands. @throws Refusal own_decision */
export async function refuseOwn(
  db: Queryable,
  adminId: string,
  userIds: readonly (string | null)[],
): Promise<void> {
  const known = [...new Set(userIds.filter((id) => id !== null))];
  if ((await ownAmong(db, adminId, known)).size > 0) refuse('own_decision');
}
