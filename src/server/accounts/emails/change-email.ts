import type { Caller, Client } from '../../caller.ts';
import type { Dependencies } from '../../dependencies.ts';
import { refuse } from '../../refusals.ts';
import { recordAudit } from '../audit-store.ts';
import { countEmailChange, countMailToNewAddress } from '../limits/account-limits.ts';
import { addressFingerprint } from '../limits/fingerprint.ts';
import { requireOwnPassword } from '../passwords/own-password.ts';
import { holdPayouts } from '../payout-hold/hold-payouts.ts';
import { withOwnCode } from '../second-factor/second-factor-code.ts';
import { findUserByEmail, lockUser, setEmail } from '../users-store.ts';
import { normalizeEmail } from './email-rules.ts';
import { accountExistsMail, emailChangedMail, emailChangeMail, emailChangeNotice } from './mail-texts.ts';
import { makeOneTimeToken } from './one-time-token.ts';
import { consumeOneTimeToken, voidAllOneTimeTokens } from './one-time-tokens-store.ts';
import { type OwnedLink, requireOwnLink } from './own-link.ts';
import { queueMail } from './queue-mail.ts';

interface EmailChange {
  readonly email: string;
  readonly password: string;
  /** Of the second factor, where there is one. */
  readonly code?: string | undefined;
}

/**
 * Mails a confirmation link to the new address and a notice to the old one; nothing else changes yet. An address that
 * has an account gets a mail that says so, and the caller the same answer.
 * @throws Refusal wrong_password, second_factor_needed, wrong_code, code_used, too_many_requests
 */
export async function askEmailChange(
  deps: Dependencies,
  { userId }: Caller,
  { email, password, code }: EmailChange,
  client: Client,
): Promise<void> {
  const user = await requireOwnPassword(deps, userId, password);
  const now = deps.clock.now();
  const addressPrefix = addressFingerprint(deps.keys, client.address);
  const { publicUrl, supportEmail } = deps.config;
  await withOwnCode(deps, userId, code, async (tx) => {
    const counted = { ...deps, database: tx };
    await countEmailChange(counted, userId);
    await countMailToNewAddress(counted, normalizeEmail(email));
    const token = await makeOneTimeToken(tx, userId, 'email_change', now, email);
    const isTaken = (await findUserByEmail(tx, normalizeEmail(email))) !== undefined;
    const mail = isTaken ? accountExistsMail(publicUrl, supportEmail) : emailChangeMail(publicUrl, token);
    await queueMail(tx, { name: '', address: email }, mail, now);
    await queueMail(tx, { name: '', address: user.email }, emailChangeNotice(publicUrl, supportEmail), now);
    await recordAudit(tx, { now, userId, event: 'email_change_asked', addressPrefix });
  });
}

/**
 * Consumes the token mailed to a new address and makes it the user's own. Links mailed to the old address stop working.
 * It takes the account's password, too: nobody's click gives their address to an account of somebody else. Answers the
 * new address.
 * @throws Refusal link_invalid, also when the address has found another account meanwhile; wrong_password;
 *   too_many_requests
 */
export async function confirmEmailChange(
  deps: Dependencies,
  link: OwnedLink,
  client: Client,
): Promise<string> {
  const { userId, passwordHash, tokenHash } = await requireOwnLink(deps, 'email_change', link);
  const now = deps.clock.now();
  const addressPrefix = addressFingerprint(deps.keys, client.address);
  return deps.database.transaction(async (tx) => {
    const { email: oldEmail, passwordHash: current } = await lockUser(tx, userId);
    if (current !== passwordHash) return refuse('wrong_password');
    const email = (await consumeOneTimeToken(tx, tokenHash, 'email_change', now))?.newEmail;
    if (!email) return refuse('link_invalid');
    if (!(await setEmail(tx, { userId, email, emailNormalized: normalizeEmail(email) }))) {
      refuse('link_invalid');
    }
    await voidAllOneTimeTokens(tx, userId, now);
    await recordAudit(tx, { now, userId, event: 'email_changed', addressPrefix });
    await queueMail(tx, { name: '', address: oldEmail }, emailChangedMail(deps.config.supportEmail), now);
    await holdPayouts(tx, deps, { userId, reason: 'changed_email', addresses: [oldEmail, email] });
    return email;
  });
}
