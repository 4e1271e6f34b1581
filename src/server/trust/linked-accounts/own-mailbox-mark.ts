import type { Queryable } from '../../adapters/database/database.ts';
import type { Dependencies } from '../../foundation/dependencies.ts';
import { emailOf } from './evidence-store.ts';
import { mailboxMark } from './marks.ts';

/** The mark of an account's mailbox now, which may not have been recorded with an act yet. */
export async function ownMailboxMark(
  { keys }: Pick<Dependencies, 'keys'>,
  db: Queryable,
  userId: string,
): Promise<string> {
  const { emailNormalized } = await emailOf.only(db, { userId });
  return mailboxMark(keys, emailNormalized);
}
