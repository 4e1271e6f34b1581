import { passwordLength } from '#contract/business-rules.ts';
import { isEmailAddress, plainEmail } from '#contract/identity/email-address.ts';
import { passwordForm } from '#contract/identity/password-form.ts';

const emailNeeded = 'Enter your email address, for example name@example.com.';

export const checkEmail = (typed: string): string | null => (isEmailAddress(typed) ? null : emailNeeded);

/** For a button that waits for an address: the server decides whether it is valid. */
export const checkEmailBegun = (typed: string): string | null =>
  plainEmail(typed).includes('@') ? null : emailNeeded;

export const checkPassword = (typed: string): string | null => (typed === '' ? 'Enter your password.' : null);

/** The server judges the strength of a new password. */
export function checkNewPassword(typed: string): string | null {
  const { length } = [...passwordForm(typed)];
  if (length === 0) return 'Enter your password.';
  if (length < passwordLength.least) return `Use at least ${passwordLength.least} characters.`;
  return length > passwordLength.most ? `Use at most ${passwordLength.most} characters.` : null;
}
