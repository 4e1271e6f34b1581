import { enqueue } from '../../adapters/jobs/job-queue.ts';
import type { Client } from '../../foundation/caller.ts';
import type { Dependencies } from '../../foundation/dependencies.ts';
import { normalizeEmail } from '../emails/email-rules.ts';
import { recoveryMail } from '../emails/mail-texts.ts';
import { makeOneTimeToken } from '../emails/one-time-token.ts';
import { queueMail } from '../emails/queue-mail.ts';
import { countRecovery, mayMail } from '../limits/account-limits.ts';
import { findUserByEmail } from '../users-store.ts';

/** The job that looks up whether the address has an account, after the response was sent. */
export const mailRecoveryJob = 'mail-recovery-link';

/**
 * Asks for a recovery link. Known and unknown addresses cost the same work before the response (threats T21), because
 * the job does the look-up.
 * @throws Refusal too_many_requests
 */
export async function recoverPassword(deps: Dependencies, email: string, client: Client): Promise<void> {
  const emailNormalized = normalizeEmail(email);
  await countRecovery(deps, emailNormalized, client.address);
  await deps.database.transaction((tx) =>
    enqueue(tx, { name: mailRecoveryJob, payload: { emailNormalized } }),
  );
}

/**
 * The job behind `recoverPassword`: emails the link if there is an account. Anyone can create an unconfirmed account
 * with another person's address, so emails to one count as a stranger's.
 */
export async function mailRecoveryLink(
  deps: Pick<Dependencies, 'database' | 'clock' | 'config' | 'keys'>,
  emailNormalized: string,
): Promise<void> {
  const { database, clock, config } = deps;
  const user = await findUserByEmail(database, emailNormalized);
  if (!user) return;
  if (!user.confirmedAt && !(await mayMail(deps, emailNormalized))) return;
  const now = clock.now();
  await database.transaction(async (tx) => {
    const token = await makeOneTimeToken(tx, user.id, 'recovery', now);
    await queueMail(tx, { name: '', address: user.email }, recoveryMail(config.publicUrl, token), now);
  });
}
