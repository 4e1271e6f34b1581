import { createHash, randomBytes } from 'node:crypto';
import type { Transaction } from '../adapters/database/database.ts';
import { insertOneTimeToken, type OneTimeTokenKind, voidOneTimeTokens } from './one-time-tokens-store.ts';
import { lockUser } from './users-store.ts';

const lifeMinutes = { signup: 24 * 60, recovery: 60, email_change: 24 * 60, second_factor: 10 } as const;

/** What the database keeps of a token. Its 32 random bytes need no slow hash. */
export const hashOneTimeToken = (token: string): Buffer => createHash('sha256').update(token).digest();

/**
 * Makes a token for a link in a mail, or for a sign-in that waits for its second factor. It voids every earlier one of
 * its kind, and works once.
 */
export async function makeOneTimeToken(
  tx: Transaction,
  userId: string,
  kind: OneTimeTokenKind,
  now: Date,
  newEmail: string | null = null,
): Promise<string> {
  // Two at the same moment would otherwise both stay valid.
  await lockUser(tx, userId);
  await voidOneTimeTokens(tx, userId, kind, now);
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
