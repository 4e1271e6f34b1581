import type { Dependencies } from '../dependencies.ts';
import type { Client } from '../http/handlers.ts';
import { refuse } from '../refusals.ts';
import { recordAudit } from './audit-store.ts';
import { addressFingerprint } from './fingerprint.ts';
import { consumeOneTimeToken } from './one-time-tokens-store.ts';
import { type OwnedLink, requireOwnLink } from './own-link.ts';
import { confirmUser, lockUser } from './users-store.ts';

/**
 * Consumes the token of a confirmation link and confirms the address it was mailed to. It takes the password of the
 * sign-up, too: the mail proves the address and the password the sign-up, so that nobody's click opens the account that
 * somebody else has made for their address. Answers the address.
 * @throws Refusal link_invalid when it was used or replaced, is too old, of another kind or unknown; wrong_password;
 *   too_many_requests
 */
export async function confirmEmail(deps: Dependencies, link: OwnedLink, client: Client): Promise<string> {
  const { userId, passwordHash, tokenHash } = await requireOwnLink(deps, 'signup', link);
  const now = deps.clock.now();
  const addressPrefix = addressFingerprint(deps.keys, client.address);
  return deps.database.transaction(async (tx) => {
    const user = await lockUser(tx, userId);
    // Another sign-up came while the password of this one was being checked.
    if (user.passwordHash !== passwordHash) return refuse('wrong_password');
    if (!(await consumeOneTimeToken(tx, tokenHash, 'signup', now))) return refuse('link_invalid');
    await confirmUser(tx, userId, now);
    await recordAudit(tx, { now, userId, event: 'email_confirmed', addressPrefix });
    return user.email;
  });
}
