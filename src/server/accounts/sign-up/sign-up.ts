import type { Transaction } from '../../adapters/database/database.ts';
import type { Client } from '../../caller.ts';
import type { Dependencies } from '../../dependencies.ts';
import { recordAudit } from '../audit-store.ts';
import { normalizeEmail } from '../emails/email-rules.ts';
import { accountExistsMail, confirmationMail } from '../emails/mail-texts.ts';
import { makeOneTimeToken } from '../emails/one-time-token.ts';
import { queueMail } from '../emails/queue-mail.ts';
import { countSignUp, mayMail } from '../limits/account-limits.ts';
import { addressFingerprint } from '../limits/fingerprint.ts';
import { hashChosenPassword } from '../passwords/chosen-password.ts';
import { findUserByEmail, insertUser, setPasswordHashOfUnconfirmed } from '../users-store.ts';
import { makeSignUpProof } from './sign-up-proof.ts';

/**
 * Makes an unconfirmed account and mails its confirmation link. Of an account that waits for its confirmation the latest
 * sign-up's password counts: whose sign-up is real shows at the confirmation, which asks for it. A confirmed account
 * stays as it is and only the mail differs: the answer, its time and its refusals are the same (threats T21).
 * Returns what lets this browser confirm without the password; for a confirmed account it is worth nothing.
 * @throws Refusal weak_password, too_many_requests
 */
export async function signUp(
  deps: Dependencies,
  { email, password }: { readonly email: string; readonly password: string },
  client: Client,
): Promise<string> {
  await countSignUp(deps, client.address);
  const emailNormalized = normalizeEmail(email);
  const passwordHash = await hashChosenPassword(password, emailNormalized);
  // One person's mailbox must not be filled by another's sign-ups; the answer does not tell.
  const mailing = await mayMail(deps, emailNormalized);
  const now = deps.clock.now();
  return deps.database.transaction(async (tx) => {
    const made = await insertUser(tx, { email: email.trim(), emailNormalized, passwordHash, now });
    const user = await findUserByEmail(tx, emailNormalized);
    if (!user) throw new Error('The user of this sign-up is gone.');
    const addressPrefix = addressFingerprint(deps.keys, client.address);
    const event = made ? 'signed_up' : 'sign_up_repeated';
    // The user's row first: sign-ups of one address wait for each other here, and hold nothing else yet.
    await setPasswordHashOfUnconfirmed(tx, user.id, passwordHash);
    await recordAudit(tx, { now, userId: user.id, event, addressPrefix });
    if (mailing) await queueSignUpMail(tx, deps, user);
    return makeSignUpProof(deps, { id: user.id, passwordHash });
  });
}

/** A confirmed account gets a token too, which is mailed to nobody: both ways take the same time. */
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
