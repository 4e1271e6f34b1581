import type { ListenerAccount } from '#contract/money/books/books.ts';
import type { Dependencies } from '../../foundation/dependencies.ts';
import { refuse } from '../../foundation/refusals.ts';
import { normalizeEmail } from '../../identity/emails/email-rules.ts';
import { listenerByEmail } from './books-store.ts';

/** The balances of the user with this email address. @throws Refusal not_found */
export async function findListener(
  { database }: Pick<Dependencies, 'database'>,
  email: string,
): Promise<ListenerAccount> {
  const found = await listenerByEmail.one(database, { emailNormalized: normalizeEmail(email) });
  return found ?? refuse('not_found');
}
