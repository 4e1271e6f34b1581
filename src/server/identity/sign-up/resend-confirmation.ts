import type { Transaction } from '../../adapters/database/database.ts';
import { enqueue } from '../../adapters/jobs/job-queue.ts';
import type { Client } from '../../foundation/caller.ts';
import type { Dependencies } from '../../foundation/dependencies.ts';
import { normalizeEmail } from '../emails/email-rules.ts';
import { confirmationMail } from '../emails/mail-texts.ts';
import { makeOneTimeToken } from '../emails/one-time-token.ts';
import { queueMail } from '../emails/queue-mail.ts';
import { countResend, mayMail } from '../limits/account-limits.ts';
import { findUserByEmail } from '../users-store.ts';

/** The job that looks up whether an address waits for confirmation, after the response was sent. */
export const mailConfirmationJob = 'mail-confirmation-link';

/**
 * Asks for the confirmation link again. Known and unknown addresses cost the same work before the response (threats
 * T21), because the job does the look-up.
 * @throws Refusal too_many_requests
 */
export async function resendConfirmation(deps: Dependencies, email: string, client: Client): Promise<void> {
  const emailNormalized = normalizeEmail(email);
  await countResend(deps, emailNormalized, client.address);
  await deps.database.transaction((tx) =>
    enqueue(tx, { name: mailConfirmationJob, payload: { emailNormalized } }),
  );
}

/** The job behind `resendConfirmation`: emails the link if an account waits for it. */
export async function mailConfirmationLink(
  deps: Pick<Dependencies, 'database' | 'clock' | 'config' | 'keys'>,
  emailNormalized: string,
): Promise<void> {
  const user = await findUserByEmail(deps.database, emailNormalized);
  if (!user || user.confirmedAt || !(await mayMail(deps, emailNormalized))) return;
  await deps.database.transaction((tx) => queueConfirmation(tx, deps, user));
}

/** Queues an email with a new confirmation link. Earlier links keep working. */
async function queueConfirmation(
  tx: Transaction,
  { config, clock }: Pick<Dependencies, 'config' | 'clock'>,
  user: { readonly id: string; readonly email: string },
): Promise<void> {
  const now = clock.now();
  const token = await makeOneTimeToken(tx, user.id, 'signup', now);
  await queueMail(tx, { name: '', address: user.email }, confirmationMail(config.publicUrl, token), now);
}
