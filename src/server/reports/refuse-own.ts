import type { Queryable } from '../adapters/database/database.ts';
import { refuse } from '../refusals.ts';
import { linkedAmong } from '../relations/linked-among.ts';

/** Returns those of these accounts that are the admin's own, or share a browser, mailbox, payee or cluster with it. */
export async function ownAmong(
  db: Queryable,
  adminId: string,
  userIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const own = await linkedAmong(db, adminId, userIds);
  return userIds.includes(adminId) ? new Set([...own, adminId]) : own;
}

/** Refuses a decision that involves an account of the admin. @throws Refusal own_decision */
export async function refuseOwn(
  db: Queryable,
  adminId: string,
  userIds: readonly (string | null)[],
): Promise<void> {
  const known = [...new Set(userIds.filter((id) => id !== null))];
  if ((await ownAmong(db, adminId, known)).size > 0) refuse('own_decision');
}
