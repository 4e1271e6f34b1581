import { createHash, randomBytes } from 'node:crypto';
import type { Transaction } from '../../adapters/database/database.ts';
import { lockUser } from '../users-store.ts';
import { insertOneTimeToken, type OneTimeTokenKind, voidOneTimeTokens } from './one-time-tokens-store.ts';

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
  newEmail: string | null = null,
): Promise<string> {
  // Takes the same lock as the code that voids tokens, so that no token created at that moment survives.
  await lockUser(tx, userId);
  if (kind === 'email_change' || kind === 'payee') {
    await voidOneTimeTokens(tx, { userId, kind, now, exceptFor: newEmail });
  }
  const token = randomBytes(32).toString('base64url');
  const expiresAt = new Date(now.getTime() + lifeMinutes[kind] * 60_000);
  await insertOneTimeToken(tx, {
    tokenHash: hashOneTimeToken(token),
    userId,
    kind,
    newEmail,
    now,
    expiresAt,
  });
  return token;
}
