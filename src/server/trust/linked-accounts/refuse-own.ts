import type { Queryable } from '../../adapters/database/database.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { Client } from '../../foundation/caller.ts';
import { refuse } from '../../foundation/refusals.ts';
import { hasOtherAdmin } from '../../identity/admin-role.ts';
import { emailOf, linkedCounted, storeAdminMarks } from './evidence-store.ts';
import { marksOf } from './marks.ts';

/**
 * Returns those of these accounts about which the admin must not decide: their own, and those that share a browser,
 * mailbox, payee or cluster with it, unless there is no other admin. Test and sample accounts are not linked, because
 * nothing about them is real and they are used in the admin's own browser.
 */
export async function ownAmong(
  db: Queryable,
  adminId: string,
  userIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const otherIds = [...new Set(userIds)].filter((id) => id !== adminId);
  const linked = otherIds.length > 0 ? await linkedCounted.all(db, { userId: adminId, otherIds }) : [];
  const counts = linked.length > 0 && (await hasOtherAdmin(db, adminId));
  const own = new Set(counts ? linked.map(({ userId }) => userId) : []);
  return userIds.includes(adminId) ? own.add(adminId) : own;
}

/**
 * Refuses a decision that involves an account of the admin, or one linked to it while there is another admin.
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

/** Records the browser and the mailbox with which an admin makes a change. */
export async function recordAdminMarks(
  { database, keys, clock }: Pick<Dependencies, 'database' | 'keys' | 'clock'>,
  userId: string,
  client: Client,
): Promise<void> {
  const { emailNormalized } = await emailOf.only(database, { userId });
  const marks = marksOf(keys, client, emailNormalized).filter(
    ({ kind }) => kind === 'device' || kind === 'mailbox',
  );
  await storeAdminMarks.run(database, {
    userId,
    kinds: marks.map(({ kind }) => kind),
    marks: marks.map(({ mark }) => mark),
    now: clock.now(),
  });
}
