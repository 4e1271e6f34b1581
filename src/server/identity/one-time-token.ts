import { createHash, randomBytes } from 'node:crypto';
import type { EmailedLink, EmailedLinkKind } from '#contract/identity/emailed-links.ts';
import type { Transaction } from '../adapters/database/database.ts';
import type { Dependencies } from '../dependencies.ts';
import { refuse } from '../foundation/refusals.ts';
import { maskAddress } from './emails/email-rules.ts';
import {
  findEmailedLink,
  findOneTimeToken,
  insertOneTimeToken,
  type OneTimeTokenKind,
  voidOneTimeTokens,
} from './one-time-tokens-store.ts';
import { requireOwnPassword } from './passwords.ts';
import { lockUser } from './users-store.ts';

const lifeMinutes = {
  signup: 24 * 60,
  recovery: 60,
  email_change: 24 * 60,
  second_factor: 10,
  payee: 24 * 60,
} as const;

/** The stored form of a token. 32 random bytes need no slow hash. */
export const hashOneTimeToken = (token: string): Buffer => createHash('sha256').update(token).digest();

/**
 * Makes a single-use token for an emailed link, or for a sign-in that waits for its second factor. Earlier sign-up and
 * password links and sign-ins stay valid until they expire, because people open whichever email they see first; a new
 * address change or destination voids earlier ones.
 */
export async function makeOneTimeToken(
  tx: Transaction,
  userId: string,
  kind: OneTimeTokenKind,
  now: Date,
  { newEmail, sessionId }: { readonly newEmail?: string; readonly sessionId?: string } = {},
): Promise<string> {
  // Takes the same lock as the code that voids tokens, so that no token created at that moment survives.
  await lockUser(tx, userId);
  if (kind === 'email_change' || kind === 'payee') {
    await voidOneTimeTokens(tx, { userId, kind, now, exceptFor: newEmail ?? null });
  }
  const token = randomBytes(32).toString('base64url');
  const expiresAt = new Date(now.getTime() + lifeMinutes[kind] * 60_000);
  await insertOneTimeToken(tx, {
    tokenHash: hashOneTimeToken(token),
    userId,
    kind,
    newEmail: newEmail ?? null,
    sessionId: sessionId ?? null,
    now,
    expiresAt,
  });
  return token;
}

/** The token of an emailed link, and the password of its account. */
export interface OwnedLink {
  readonly token: string;
  readonly password: string;
}

/**
 * Checks the account's password for an opened link, without using the token up.
 * @throws Refusal link_invalid, wrong_password, too_many_requests
 */
export async function requireOwnLink(
  deps: Dependencies,
  kind: 'signup' | 'email_change' | 'payee',
  { token, password }: OwnedLink,
): Promise<{ userId: string; passwordHash: string; tokenHash: Buffer }> {
  const tokenHash = hashOneTimeToken(token);
  const found = await findOneTimeToken(deps.database, tokenHash, kind, deps.clock.now());
  if (!found) return refuse('link_invalid');
  const { passwordHash } = await requireOwnPassword(deps, found.userId, password);
  return { userId: found.userId, passwordHash, tokenHash };
}

/**
 * Checks that the caller of an opened destination link owns the account: by its password or, without one, as the session
 * that saved the destination with the password. Someone else's session and a stolen link are not enough. A new password
 * voids the link.
 * @throws Refusal link_invalid, password_needed, wrong_password, too_many_requests
 */
export async function requirePayeeLink(
  deps: Dependencies,
  { token, password }: { readonly token: string; readonly password?: string | undefined },
  sessionId: string | undefined,
): Promise<{ userId: string; tokenHash: Buffer }> {
  if (password !== undefined) return requireOwnLink(deps, 'payee', { token, password });
  const tokenHash = hashOneTimeToken(token);
  const found = await findOneTimeToken(deps.database, tokenHash, 'payee', deps.clock.now());
  if (!found) return refuse('link_invalid');
  if (sessionId === undefined || found.sessionId !== sessionId) return refuse('password_needed');
  return { userId: found.userId, tokenHash };
}

/** Links that are only ever sent to the account's own address. Those of a new address may reach a stranger. */
const namesAccount: ReadonlySet<EmailedLinkKind> = new Set(['recovery', 'payee']);

/**
 * What an emailed link is about, for those who have it, without using it up.
 * @throws Refusal link_invalid
 */
export async function readEmailedLink(
  { database, clock }: Pick<Dependencies, 'database' | 'clock'>,
  { type, token }: { readonly type: EmailedLinkKind; readonly token: string },
): Promise<EmailedLink> {
  const found = await findEmailedLink(database, hashOneTimeToken(token), type, clock.now());
  if (!found || !(found.isOpen || found.isConfirmed)) return refuse('link_invalid');
  const { email, sentTo, isConfirmed } = found;
  if (namesAccount.has(type)) return { email, masked: null, isConfirmed };
  return { email: null, masked: isConfirmed ? null : maskAddress(sentTo), isConfirmed };
}
