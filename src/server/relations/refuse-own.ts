import { otherAdmins } from '../accounts/other-admins.ts';
import type { Queryable } from '../adapters/database/database.ts';
import { refuse } from '../refusals.ts';
import { linkedCounted } from './evidence-store.ts';

/**
 * Returns those of these accounts about which the admin must not decide: their own, and those that share a browser,
 * mailbox, payee or cluster with it, if there is an admin for whom that is not so. A test account is not linked, because
 * nothing about it is real and the Test Kit is used in the admin's own browser.
 */
export async function ownAmong(
  db: Queryable,
  adminId: string,
  userIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const others = [...new Set(userIds)].filter((id) => id !== adminId);
  const linked = await linkedWith(db, adminId, others);
  const own = linked.size > 0 ? await withAnotherAdmin(db, adminId, linked) : linked;
  return userIds.includes(adminId) ? own.add(adminId) : own;
}

/**
 * Refuses a decision that involves an account of the admin, or one linked to it that another admin can decide.
 * @throws Refusal own_decision
 */
export async function refuseOwn(
  db: Queryable,
  adminId: string,
  userIds: readonly (string | null | undefined)[],
): Promise<void> {
  const known = userIds.filter((id) => id !== null && id !== undefined);
  if (known.length > 0 && (await ownAmong(db, adminId, known)).size > 0) refuse('own_decision');
}

async function linkedWith(db: Queryable, userId: string, otherIds: string[]): Promise<Set<string>> {
  const linked = await linkedCounted.all(db, { userId, otherIds });
  return new Set(linked.map((one) => one.userId));
}

/** Those of the accounts about which some other admin can decide, being neither the account nor linked to it. */
async function withAnotherAdmin(
  db: Queryable,
  adminId: string,
  userIds: ReadonlySet<string>,
): Promise<Set<string>> {
  const decidable = new Set<string>();
  for (const other of await otherAdmins(db, adminId)) {
    const left = [...userIds].filter((id) => !decidable.has(id) && id !== other);
    const linked = await linkedWith(db, other, left);
    for (const id of left) if (!linked.has(id)) decidable.add(id);
    if (decidable.size === userIds.size) break;
  }
  return decidable;
}
