import type { Transaction } from '../../adapters/database/database.ts';
import { enqueue } from '../../adapters/jobs/job-queue.ts';
import type { Client } from '../../foundation/caller.ts';
import type { Dependencies } from '../../foundation/dependencies.ts';
import { countResend, countSignUp, mayMail } from '../account-limits.ts';
import { recordAudit } from '../audit-store.ts';
import { accountExistsMail, confirmationMail } from '../emails/account-mails.ts';
import { normalizeEmail } from '../emails/email-rules.ts';
import { makeOneTimeToken } from '../emails/one-time-token.ts';
import { queueMail } from '../emails/queue-mail.ts';
import { addressFingerprint } from '../fingerprint.ts';
import { findUserByEmail, insertUser, setPasswordHashOfUnconfirmed } from '../users-store.ts';
import { requireStrongPassword } from './check-password.ts';
import { hashPassword } from './password-hash.ts';
import { makeSignUpProof } from './sign-up-proof.ts';

/**
 * Creates an unconfirmed account and emails its confirmation link. Signing up again before the confirmation replaces
 * the password; the confirmation asks for it, which shows whose sign-up is real. A confirmed account stays as it is and
 * gets another email: response, timing and refusals are the same (threats T21). Returns the proof with which this
 * browser may confirm without the password; for a confirmed account it is void.
 * @throws Refusal weak_password, too_many_requests
 */
export async function signUp(
  deps: Dependencies,
  { email, password }: { readonly email: string; readonly password: string },
  client: Client,
): Promise<string> {
  const emailNormalized = normalizeEmail(email);
  // A password that is too weak does not count: people behind one network may need several tries.
  requireStrongPassword(password, emailNormalized);
  await countSignUp(deps, client.address);
  const passwordHash = await hashPassword(password);
  // Sign-ups must not flood another person's mailbox. The response does not reveal whether an email is sent.
  const mailing = await mayMail(deps, emailNormalized);
  const now = deps.clock.now();
  return deps.database.transaction(async (tx) => {
    const made = await insertUser(tx, { email: email.trim(), emailNormalized, passwordHash, now });
    const user = await findUserByEmail(tx, emailNormalized);
    if (!user) throw new Error('The user of this sign-up is gone.');
    const addressPrefix = addressFingerprint(deps.keys, client.address);
    const event = made ? 'signed_up' : 'sign_up_repeated';
    // Locks the user's row first: sign-ups with the same address wait here, before they hold any other lock.
    await setPasswordHashOfUnconfirmed(tx, user.id, passwordHash);
    await recordAudit(tx, { now, userId: user.id, event, addressPrefix });
    if (mailing) await queueSignUpMail(tx, deps, user);
    return makeSignUpProof(deps, { id: user.id, passwordHash });
  });
}

/** A confirmed account gets a token as well, which is not sent, so that both cases take the same time. */
async function queueSignUpMail(
  tx: Transaction,
  { config, clock }: Dependencies,
  user: { readonly id: string; readonly email: string; readonly confirmedAt: Date | null },
): Promise<void> {
  const now = clock.now();
  const token = await makeOneTimeToken(tx, user.id, 'signup', now);
  const mail = user.confirmedAt
    ? accountExistsMail(config.publicUrl, config.supportEmail)
    : confirmationMail(config.publicUrl, token);
  await queueMail(tx, { name: '', address: user.email }, mail, now);
}

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
