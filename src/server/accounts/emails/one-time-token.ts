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

/** What the database keeps of a token. Its 32 random bytes need no slow hash. */
export const hashOneTimeToken = (token: string): Buffer => createHash('sha256').update(token).digest();

/**
 * Makes a token for a link in an email, or for a sign-in that waits for its second factor. It works once. Earlier links to
 * confirm a sign-up or to choose a password stay valid for their time; a new challenge, a change to another address, or another destination voids
 * the earlier ones (decision 210).
 */
export async function makeOneTimeToken(
  tx: Transaction,
  userId: string,
  kind: OneTimeTokenKind,
  now: Date,
  newEmail: string | null = null,
): Promise<string> {
  // Serialized with whatever voids tokens, so that none made at the same moment outlives it.
  await lockUser(tx, userId);
  if (kind === 'second_factor' || kind === 'email_change' || kind === 'payee') {
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
