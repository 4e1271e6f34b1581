import type { Transaction } from '../../adapters/database/database.ts';
import type { Client } from '../../foundation/caller.ts';
import type { Dependencies } from '../../foundation/dependencies.ts';
import { refuse } from '../../foundation/refusals.ts';
import { recordAudit } from '../audit-store.ts';
import { hashOneTimeToken, requireOwnLink } from '../emails/one-time-token.ts';
import { consumeOneTimeToken, findOneTimeToken, voidOneTimeTokens } from '../emails/one-time-tokens-store.ts';
import { addressFingerprint } from '../fingerprint.ts';
import { ensureProfile } from '../profile/own-profile.ts';
import { type GivenSession, giveSession, openSession } from '../sessions/open-session.ts';
import { confirmUser, findUser, lockUser } from '../users-store.ts';
import { isSignUpProof } from './sign-up-proof.ts';

interface Confirmation {
  readonly token: string;
  /** The sign-up's password. Not needed in the browser that signed up. */
  readonly password?: string | undefined;
}

/**
 * Consumes the token of a confirmation link and confirms its address. The link proves ownership of the address; the
 * password of the latest sign-up, or the proof in its browser, proves who signed up, so that a click cannot open an
 * account that someone else made for the address. With the proof it also signs in.
 * @throws Refusal link_invalid if it was used, is expired, of another kind or unknown; password_needed without a
 * password in another browser; wrong_password; too_many_requests
 */
export async function confirmEmail(
  deps: Dependencies,
  link: Confirmation,
  proof: string | undefined,
  client: Client,
): Promise<{ email: string; given: GivenSession | null }> {
  const byProof = link.password === undefined;
  const { userId, passwordHash, tokenHash } = await requireSignUp(deps, link, proof);
  const now = deps.clock.now();
  const addressPrefix = addressFingerprint(deps.keys, client.address);
  const { user, opened } = await deps.database.transaction(async (tx) => {
    const locked = await lockUser(tx, userId);
    // Another sign-up changed the password while this one was being checked.
    if (locked.passwordHash !== passwordHash) return refuse(byProof ? 'password_needed' : 'wrong_password');
    if (locked.confirmedAt) return refuse('link_invalid');
    if (!(await consumeOneTimeToken(tx, tokenHash, 'signup', now))) return refuse('link_invalid');
    await confirmUser(tx, userId, now);
    await voidOneTimeTokens(tx, { userId, kind: 'signup', now, exceptFor: null });
    await recordAudit(tx, { now, userId, event: 'email_confirmed', addressPrefix });
    if (!byProof || locked.suspendedAt) return { user: locked, opened: null };
    return { user: locked, opened: await openFirstSession(tx, deps, locked, client) };
  });
  return { email: user.email, given: opened && (await giveSession(deps, user, opened)) };
}

/** Finds the link's user and checks that the caller is the one who signed up. Does not consume the link. */
async function requireSignUp(
  deps: Dependencies,
  { token, password }: Confirmation,
  proof: string | undefined,
): Promise<{ userId: string; passwordHash: string; tokenHash: Buffer }> {
  if (password !== undefined) return requireOwnLink(deps, 'signup', { token, password });
  const tokenHash = hashOneTimeToken(token);
  const found = await findOneTimeToken(deps.database, tokenHash, 'signup', deps.clock.now());
  if (!found) return refuse('link_invalid');
  const user = await findUser(deps.database, found.userId);
  if (!isSignUpProof(deps, user, proof)) return refuse('password_needed');
  return { userId: user.id, passwordHash: user.passwordHash, tokenHash };
}

async function openFirstSession(
  tx: Transaction,
  deps: Dependencies,
  user: { readonly id: string; readonly email: string },
  client: Client,
) {
  const now = deps.clock.now();
  await ensureProfile(tx, user, now);
  const opened = await openSession(tx, deps, user.id, client);
  const addressPrefix = addressFingerprint(deps.keys, client.address);
  const details = { session: opened.sessionId };
  await recordAudit(tx, { now, userId: user.id, event: 'signed_in', addressPrefix, details });
  return opened;
}
