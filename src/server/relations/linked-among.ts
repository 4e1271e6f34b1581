import type { Queryable } from '../adapters/database/database.ts';
import { linkedUsers } from './evidence-store.ts';

/** Which of these people share a browser, a mailbox, a payee or a cluster with somebody. A network in common is no link. */
export async function linkedAmong(
  db: Queryable,
  userId: string,
  otherIds: readonly string[],
): Promise<Set<string>> {
  const linked = await linkedUsers.all(db, { userId, otherIds: [...otherIds] });
  return new Set(linked.map((one) => one.userId));
}
