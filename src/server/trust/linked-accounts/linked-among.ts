import type { Queryable } from '../../adapters/database/database.ts';
import { linkedUsers } from './evidence-store.ts';

/** Which of these accounts share a browser, mailbox, payee or cluster with an account. A shared network does not count. */
export async function linkedAmong(
  db: Queryable,
  userId: string,
  otherIds: readonly string[],
): Promise<Set<string>> {
  const linked = await linkedUsers.all(db, { userId, otherIds: [...otherIds] });
  return new Set(linked.map((one) => one.userId));
}
