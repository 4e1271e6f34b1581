import type { Dependencies } from '../../dependencies.ts';
import { refuse } from '../../refusals.ts';
import { countOwnPassword, forgetOwnPasswords } from '../limits/account-limits.ts';
import { findUser } from '../users-store.ts';
import { verifyPassword } from './password-hash.ts';

/** Checks a signed-in user's password and returns the user. @throws Refusal wrong_password, too_many_requests */
export async function requireOwnPassword(deps: Dependencies, userId: string, password: string) {
  await countOwnPassword(deps, userId);
  const user = await findUser(deps.database, userId);
  if (!(await verifyPassword(user.passwordHash, password))) return refuse('wrong_password');
  await forgetOwnPasswords(deps, userId);
  return user;
}
