import { passwordForm } from '#contract/identity/password-form.ts';
import { refuse } from '../../foundation/refusals.ts';
import { commonPasswords } from './common-passwords.ts';
import { hashPassword } from './password-hash.ts';
import { passwordWeaknesses } from './password-rules.ts';

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
