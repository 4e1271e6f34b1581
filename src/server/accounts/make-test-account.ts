import { randomInt } from 'node:crypto';
import type { Transaction } from '../adapters/database/database.ts';
import { ensureProfile } from './ensure-profile.ts';
import { hashPassword } from './password-hash.ts';
import { lockProfile, writeProfile } from './profiles-store.ts';
import { markTestUser } from './test-users-store.ts';
import { confirmUser, insertUser } from './users-store.ts';

/** Nobody receives mail there (RFC 2606), so these accounts can be told by their address, too. */
const domain = 'test.invalid';

// Without letters and digits that look alike when read off a screen.
const alphabet = 'abcdefghijkmnpqrstuvwxyz23456789';
const randomLetters = (length: number): string =>
  Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('');

export interface TestAccount {
  readonly email: string;
  readonly password: string;
  readonly passwordHash: string;
}

/** A new address and password; hashing takes a while, so it is done before the transaction. */
export async function newTestAccount(): Promise<TestAccount> {
  const password = Array.from({ length: 4 }, () => randomLetters(4)).join('-');
  return {
    email: `test-listener-${randomLetters(8)}@${domain}`,
    password,
    passwordHash: await hashPassword(password),
  };
}

/** Makes a confirmed listener that is marked as a test for good. Answers the user's id. */
export async function makeTestListener(
  tx: Transaction,
  { email, passwordHash }: TestAccount,
  now: Date,
): Promise<string> {
  const user = await insertUser(tx, { email, emailNormalized: email, passwordHash, now });
  if (!user) throw new Error('The address of the test listener is taken.');
  await confirmUser(tx, user.id, now);
  await markTestUser.run(tx, { userId: user.id });
  await ensureProfile(tx, { id: user.id, email }, now);
  const profile = await lockProfile(tx, user.id);
  await writeProfile(tx, { ...profile, userId: user.id, displayName: 'Test Listener', userType: 'listener' });
  return user.id;
}
