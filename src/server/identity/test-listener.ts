import { randomInt } from 'node:crypto';
import type { Queryable, Transaction } from '../adapters/database/database.ts';
import { removeFactor } from './factors-store.ts';
import { voidAllOneTimeTokens } from './one-time-tokens-store.ts';
import { ensureProfile } from './own-profile.ts';
import { hashPassword } from './passwords.ts';
import { lockProfile, writeProfile } from './profiles-store.ts';
import { endSessionsOf } from './sessions-store.ts';
import {
  confirmUser,
  insertUser,
  lockTestUsers,
  lockUser,
  markTestUser,
  newestTestUser,
  setPasswordHash,
} from './users-store.ts';

/** A domain that cannot receive email (RFC 2606), which also makes test accounts recognizable. */
const domain = 'test.invalid';

// Leaves out characters that look alike on a screen.
const alphabet = 'abcdefghijkmnpqrstuvwxyz23456789';
const randomLetters = (length: number): string =>
  Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('');

export interface TestAccount {
  readonly email: string;
  readonly password: string;
  readonly passwordHash: string;
}

/** A new address and password. Hashing is slow, so this runs before the transaction. */
export async function newTestAccount(): Promise<TestAccount> {
  const password = Array.from({ length: 4 }, () => randomLetters(4)).join('-');
  return {
    email: `test-listener-${randomLetters(8)}@${domain}`,
    password,
    passwordHash: await hashPassword(password),
  };
}

/** The one test listener: a confirmed account, permanently marked as a test. */
export interface TestListener {
  readonly userId: string;
  readonly email: string;
  /** False if the account already existed and only got the new password. */
  readonly isNew: boolean;
}

/**
 * Creates the test listener, or resets the existing one's password and removes whatever could keep it from signing in
 * as a listener: second factor, open links and sessions.
 */
export async function openTestListener(
  tx: Transaction,
  account: TestAccount,
  now: Date,
): Promise<TestListener> {
  await lockTestUsers.run(tx, {});
  const known = await newestTestUser.one(tx, {});
  const listener = known ?? { id: await insertTestUser(tx, account, now), email: account.email };
  if (known) await replacePassword(tx, known.id, account.passwordHash, now);
  const profile = await lockProfile(tx, listener.id);
  await writeProfile(tx, {
    ...profile,
    userId: listener.id,
    displayName: 'Test Listener',
    userType: 'listener',
  });
  return { userId: listener.id, email: listener.email, isNew: known === undefined };
}

async function insertTestUser(
  tx: Transaction,
  { email, passwordHash }: TestAccount,
  now: Date,
): Promise<string> {
  const user = await insertUser(tx, { email, emailNormalized: email, passwordHash, now });
  if (!user) throw new Error('The address of the test listener is taken.');
  await confirmUser(tx, user.id, now);
  // Before the profile is created, which is counted in figures unless its user is a test.
  await markTestUser.run(tx, { userId: user.id });
  await ensureProfile(tx, { id: user.id, email }, now);
  return user.id;
}

async function replacePassword(
  tx: Transaction,
  userId: string,
  passwordHash: string,
  now: Date,
): Promise<void> {
  await lockUser(tx, userId);
  await setPasswordHash(tx, userId, passwordHash);
  await removeFactor(tx, userId);
  await voidAllOneTimeTokens(tx, userId, now);
  await endSessionsOf(tx, userId, null, 'password_changed', now);
}

/** The email address of the test listener; null if none can sign in. */
export const findTestListener = async (database: Queryable): Promise<string | null> =>
  (await newestTestUser.one(database, {}))?.email ?? null;
