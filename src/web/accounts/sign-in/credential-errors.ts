import { passwordLength } from '#contract/business-rules.ts';
import { isEmailAddress } from '#contract/email-address.ts';

export interface Credentials {
  readonly email: string;
  readonly password: string;
}

export type CredentialErrors = { readonly [Field in keyof Credentials]?: string | undefined };

/** What is wrong with typed credentials before the server is asked, by field; in the order of the fields. */
export function credentialErrors(typed: Credentials, form: 'sign-in' | 'sign-up'): CredentialErrors {
  const errors: { email?: string; password?: string } = {};
  if (!isEmailAddress(typed.email)) {
    errors.email = 'Enter your e-mail address, for example name@example.com.';
  }
  const length = [...typed.password].length;
  if (length === 0) errors.password = 'Enter your password.';
  else if (form === 'sign-up' && length < passwordLength.least) {
    errors.password = `Use at least ${passwordLength.least} characters.`;
  } else if (form === 'sign-up' && length > passwordLength.most) {
    errors.password = `Use at most ${passwordLength.most} characters.`;
  }
  return errors;
}
