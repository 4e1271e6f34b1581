import type { Dependencies } from '../dependencies.ts';
import type { Caller, Client } from '../foundation/caller.ts';
import { refuse } from '../foundation/refusals.ts';
import { countEmailChange, countMailToNewAddress } from './account-limits.ts';
import { recordAudit } from './audit-store.ts';
import {
  accountExistsMail,
  emailChangedMail,
  emailChangeMail,
  emailChangeNotice,
} from './emails/account-mails.ts';
import { normalizeEmail } from './emails/email-rules.ts';
import { queueMail } from './emails/queue-mail.ts';
import { addressFingerprint, emailFingerprint } from './fingerprint.ts';
import { holdPayouts } from './hold-payouts.ts';
import { makeOneTimeToken, type OwnedLink, requireOwnLink } from './one-time-token.ts';
import { consumeOneTimeToken, voidAllOneTimeTokens } from './one-time-tokens-store.ts';
import { requireOwnPassword } from './passwords.ts';
import { withOwnCode } from './second-factor-code.ts';
import { findUserByEmail, lockUser, setEmail } from './users-store.ts';

interface EmailChange {
  readonly email: string;
  readonly password: string;
  /** The second-factor code, if the account uses one. */
  readonly code?: string | undefined;
}

/**
 * Emails a confirmation link to the new address and a notice to the old one. Nothing else changes yet. If the new
 * address already has an account, its owner is told by email and the caller gets the same response.
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
    const token = await makeOneTimeToken(tx, userId, 'email_change', now, { newEmail: email });
    const isTaken = (await findUserByEmail(tx, normalizeEmail(email))) !== undefined;
    const mail = isTaken ? accountExistsMail(publicUrl, supportEmail) : emailChangeMail(publicUrl, token);
    await queueMail(tx, { name: '', address: email }, mail, now);
    await queueMail(tx, { name: '', address: user.email }, emailChangeNotice(publicUrl, supportEmail), now);
    await recordAudit(tx, { now, userId, event: 'email_change_asked', addressPrefix });
  });
}

/**
 * Consumes the token emailed to a new address and makes it the user's address. Links sent to the old address stop
 * working. The password is required so that a careless click cannot attach one's address to someone else's account.
 * Returns the new address.
 * @throws Refusal link_invalid, also if the address has another account by now; wrong_password; too_many_requests
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
    const details = { from: emailFingerprint(deps.keys, oldEmail), to: emailFingerprint(deps.keys, email) };
    await recordAudit(tx, { now, userId, event: 'email_changed', addressPrefix, details });
    await queueMail(tx, { name: '', address: oldEmail }, emailChangedMail(deps.config.supportEmail), now);
    await holdPayouts(tx, deps, { userId, reason: 'changed_email', addresses: [oldEmail, email] });
    return email;
  });
}
