import { readFileSync } from 'node:fs';
import { passwordForm } from '#contract/identity/password-form.ts';
import type { Dependencies } from '../../foundation/dependencies.ts';
import { refuse } from '../../foundation/refusals.ts';
import { countOwnPassword, forgetOwnPasswords } from '../account-limits.ts';
import { findUser, replacePasswordHash } from '../users-store.ts';
import { hashPassword, verifyPassword } from './password-hash.ts';
import { passwordWeaknesses } from './password-rules.ts';

/** The most common leaked passwords, in lowercase, read once from a file that ships with the server. */
export const commonPasswords: ReadonlySet<string> = new Set(
  readFileSync(new URL('./common-passwords.txt', import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('# ')),
);

/**
 * Checks a signed-in user's password and returns the user. Replaces an outdated hash.
 * @throws Refusal wrong_password, too_many_requests
 */
export async function requireOwnPassword(deps: Dependencies, userId: string, password: string) {
  await countOwnPassword(deps, userId);
  const user = await findUser(deps.database, userId);
  const outcome = await verifyPassword(user.passwordHash, password);
  if (outcome === 'wrong') return refuse('wrong_password');
  await forgetOwnPasswords(deps, userId);
  if (outcome === 'right') return user;
  const passwordHash = await hashPassword(password);
  const isReplaced = await replacePasswordHash(deps.database, userId, user.passwordHash, passwordHash);
  return isReplaced ? { ...user, passwordHash } : user;
}

/** @throws Refusal weak_password with the list of reasons */
export function requireStrongPassword(password: string, email: string): void {
  const reasons = passwordWeaknesses(passwordForm(password), email, commonPasswords);
  if (reasons.length > 0) refuse('weak_password', { reasons: [...reasons] });
}

/**
 * Hashes a new password for the account of an address.
 * @throws Refusal weak_password with the list of reasons; too_many_requests if the hasher is busy
 */
export function hashChosenPassword(password: string, email: string): Promise<string> {
  requireStrongPassword(password, email);
  return hashPassword(password);
}
