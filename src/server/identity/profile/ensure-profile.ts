import { randomInt } from 'node:crypto';
import type { Transaction } from '../../adapters/database/database.ts';
import { firstDisplayName, usernameBase } from './profile-rules.ts';
import { hasProfile, insertProfile } from './profiles-store.ts';

const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789';
const suffix = (length: number) =>
  Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('');

/** Creates a user's profile at the first sign-in. The user's row must be locked. */
export async function ensureProfile(
  tx: Transaction,
  user: { readonly id: string; readonly email: string },
  now: Date,
): Promise<void> {
  if (await hasProfile(tx, user.id)) return;
  const base = usernameBase(user.email);
  const displayName = firstDisplayName(user.email);
  for (let length = 0; length <= 12; length += 4) {
    const username = length === 0 ? base : `${base}-${suffix(length)}`;
    if (await insertProfile(tx, { userId: user.id, username, displayName, now })) return;
  }
  throw new Error('No free username was found.');
}
