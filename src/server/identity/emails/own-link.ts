import type { Dependencies } from '../../foundation/dependencies.ts';
import { refuse } from '../../foundation/refusals.ts';
import { requireOwnPassword } from '../passwords/own-password.ts';
import { hashOneTimeToken } from './one-time-token.ts';
import { findOneTimeToken } from './one-time-tokens-store.ts';

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
