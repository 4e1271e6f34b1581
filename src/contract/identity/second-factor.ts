import { z } from 'zod';
import { call } from '../call.ts';
import { FactorCode, LinkToken, Password, Session } from './accounts.ts';

const accepted = z.strictObject({});

export const verifySecondFactor = call({
  method: 'POST',
  path: '/api/auth/factors/verify',
  summary: 'Finishes a sign-in with a code of the app or a recovery code, and sets the refresh cookie.',
  spec: ['auth MFA factors'],
  who: 'public',
  body: z.strictObject({ challenge: LinkToken, code: FactorCode }),
  answer: Session,
  status: 200,
  refusals: ['challenge_invalid', 'wrong_code', 'code_used', 'account_suspended', 'too_many_requests'],
});

export const readSecondFactor = call({
  method: 'GET',
  path: '/api/auth/factors',
  summary: 'Whether two-factor sign-in is on, and the number of recovery codes left.',
  spec: ['auth MFA factors'],
  who: 'signed_in',
  answer: z.strictObject({ isOn: z.boolean(), recoveryCodesLeft: z.int() }),
  status: 200,
  refusals: [],
});

export const beginSecondFactor = call({
  method: 'POST',
  path: '/api/auth/factors',
  summary: 'Creates the secret for an authenticator app. It takes effect once a code confirms it.',
  spec: ['auth MFA factors'],
  who: 'signed_in',
  body: z.strictObject({ password: Password }),
  /** The secret in base32, and the otpauth link that contains it. */
  answer: z.strictObject({ secret: z.string(), link: z.string() }),
  status: 200,
  refusals: ['wrong_password', 'factor_exists', 'too_many_requests'],
});

export const finishSecondFactor = call({
  method: 'POST',
  path: '/api/auth/factors/confirm',
  summary: 'Turns on two-factor sign-in with the first code and returns the recovery codes, once.',
  spec: ['auth MFA factors'],
  who: 'signed_in',
  body: z.strictObject({ code: FactorCode }),
  answer: z.strictObject({ recoveryCodes: z.array(z.string()) }),
  status: 200,
  refusals: ['wrong_code', 'code_used', 'factor_exists', 'not_found', 'too_many_requests'],
});

export const removeSecondFactor = call({
  method: 'POST',
  path: '/api/auth/factors/remove',
  summary: 'Turns off two-factor sign-in, given the password and a code.',
  spec: ['auth MFA factors'],
  who: 'signed_in',
  body: z.strictObject({ password: Password, code: FactorCode }),
  answer: accepted,
  status: 200,
  refusals: ['wrong_password', 'wrong_code', 'code_used', 'too_many_requests'],
});
