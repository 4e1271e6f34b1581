import type { Transaction } from '../../adapters/database/database.ts';
import type { Dependencies } from '../../foundation/dependencies.ts';
import { confirmationMail } from '../emails/mail-texts.ts';
import { makeOneTimeToken } from '../emails/one-time-token.ts';
import { queueMail } from '../emails/queue-mail.ts';

/** Queues an email with a new confirmation link. Earlier links keep working. */
export async function queueConfirmation(
  tx: Transaction,
  { config, clock }: Pick<Dependencies, 'config' | 'clock'>,
  user: { readonly id: string; readonly email: string },
): Promise<void> {
  const now = clock.now();
  const token = await makeOneTimeToken(tx, user.id, 'signup', now);
  await queueMail(tx, { name: '', address: user.email }, confirmationMail(config.publicUrl, token), now);
}
