import type { Dependencies } from '../../foundation/dependencies.ts';
import { refuse } from '../../foundation/refusals.ts';
import { countOwnPassword, forgetOwnPasswords } from '../limits/account-limits.ts';
import { findUser, replacePasswordHash } from '../users-store.ts';
import { hashPassword, verifyPassword } from './password-hash.ts';

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
