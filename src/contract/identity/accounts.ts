import { z } from 'zod';
import { bioLength, displayNameLength, genreKeys } from '../business-rules.ts';
import { call } from '../call.ts';
import { plainCode } from '../plain-text.ts';
import { Cents, Id, Timestamp } from '../primitives.ts';
import { shownLine, shownText } from '../shown-text.ts';
import { avatarUploadPath } from '../upload-paths.ts';
import { emailAddressForm, longestEmailAddress, plainEmail } from './email-address.ts';
import { refreshPath } from './push-rules.ts';

export const UserType = z.enum(['artist', 'listener']);
export type UserType = z.infer<typeof UserType>;

export const Email = z
  .string()
  .overwrite(plainEmail)
  .max(longestEmailAddress)
  .check(z.email({ pattern: emailAddressForm }));
/** Compared in one Unicode form, without trimming or case folding. The server checks its strength. */
export const Password = z.string().min(1).max(1024);
export const LinkToken = z.string().overwrite(plainCode).min(1).max(200);
/** Six digits from an authenticator app, or a recovery code. */
export const FactorCode = z.string().overwrite(plainCode).min(6).max(40);
export const Profile = z.strictObject({
  id: Id,
  userId: Id,
  username: z.string(),
  displayName: z.string(),
  bio: z.string().nullable(),
  avatarUrl: z.string().nullable(),
  userType: UserType.nullable(),
  genres: z.array(z.string()),
  songsUploaded: z.int(),
  totalEarningsCents: Cents,
  /** Whether the user has a plan as an artist, or had one. */
  subscriptionStatus: z.enum(['none', 'trial', 'active', 'ended']),
  reviewsCompleted: z.int(),
  xpPoints: z.int(),
  email: z.string(),
  role: z.enum(['user', 'admin']),
});
export type Profile = z.infer<typeof Profile>;

/** The refresh token itself travels only in a cookie that scripts cannot read. */
export const Session = z.strictObject({
  accessToken: z.string(),
  /** Seconds from this response until the access token expires. */
  expiresIn: z.int(),
  user: z.strictObject({ id: Id, email: z.string() }),
});
export type Session = z.infer<typeof Session>;

const accepted = z.strictObject({});

export const signUp = call({
  method: 'POST',
  path: '/api/auth/signup',
  summary:
    'Creates an account and emails the confirmation link. The response is the same whether or not the address has an account.',
  spec: ['auth sign up'],
  who: 'public',
  body: z.strictObject({ email: Email, password: Password }),
  answer: accepted,
  status: 202,
  refusals: ['weak_password', 'too_many_requests'],
});

export const resendConfirmation = call({
  method: 'POST',
  path: '/api/auth/resend',
  summary:
    'Emails the confirmation link again. The response is the same whether or not the address has an account.',
  spec: ['auth POST resend'],
  who: 'public',
  body: z.strictObject({ email: Email }),
  answer: accepted,
  status: 202,
  refusals: ['too_many_requests'],
});

export const confirmEmail = call({
  method: 'POST',
  path: '/api/auth/verify',
  summary:
    "Consumes the token of a confirmation link, once, with the account's password. It confirms a new account or a changed email address. For an hour, the browser that signed up needs no password and is signed in. Returns the address.",
  spec: ['auth POST verify'],
  who: 'public',
  body: z.strictObject({
    type: z.enum(['signup', 'email_change']),
    token: LinkToken,
    password: Password.optional(),
  }),
  answer: z.strictObject({ email: z.string(), session: Session.nullable() }),
  status: 200,
  refusals: ['link_invalid', 'wrong_password', 'password_needed', 'too_many_requests'],
});

export const recoverPassword = call({
  method: 'POST',
  path: '/api/auth/recover',
  summary:
    'Emails a link to choose a new password. The response is the same whether or not the address has an account.',
  spec: ['auth POST recover'],
  who: 'public',
  body: z.strictObject({ email: Email }),
  answer: accepted,
  status: 202,
  refusals: ['too_many_requests'],
});

export const resetPassword = call({
  method: 'POST',
  path: '/api/auth/reset-password',
  summary: 'Consumes the token of a recovery link, sets the new password and ends every session.',
  spec: [],
  who: 'public',
  body: z.strictObject({ token: LinkToken, password: Password, code: FactorCode.optional() }),
  answer: accepted,
  status: 200,
  refusals: [
    'link_invalid',
    'weak_password',
    'second_factor_needed',
    'wrong_code',
    'code_used',
    'too_many_requests',
  ],
});

export const signIn = call({
  method: 'POST',
  path: '/api/auth/sign-in',
  summary: 'Signs in with email and password and sets the refresh cookie.',
  spec: ['auth password sign-in', 'table profiles insert'],
  who: 'public',
  body: z.strictObject({ email: Email, password: Password }),
  answer: Session,
  status: 200,
  refusals: [
    'wrong_credentials',
    'email_not_confirmed',
    'account_suspended',
    'second_factor_needed',
    'too_many_requests',
  ],
});

export const refreshSession = call({
  method: 'POST',
  path: refreshPath,
  summary: 'Rotates the refresh token in the cookie and returns a new access token.',
  spec: ['auth POST token'],
  who: 'public',
  body: z.strictObject({}),
  answer: Session,
  status: 200,
  refusals: ['refresh_token_invalid', 'access_denied'],
});

export const signOut = call({
  method: 'POST',
  path: '/api/auth/logout',
  summary: "Ends this session, the user's other sessions, or all of them.",
  spec: ['auth sign out', 'auth POST logout'],
  who: 'public',
  body: z.strictObject({ scope: z.enum(['local', 'others', 'global']) }),
  answer: accepted,
  status: 200,
  refusals: ['refresh_token_invalid', 'access_denied'],
});

/** A browser or program that is signed in. */
export const OpenSession = z.strictObject({
  id: Id,
  /** A short name of the browser and system, for people to recognize it. */
  device: z.string(),
  createdAt: Timestamp,
  lastSeenAt: Timestamp,
  isCurrent: z.boolean(),
});
export type OpenSession = z.infer<typeof OpenSession>;

export const listSessions = call({
  method: 'GET',
  path: '/api/auth/sessions',
  summary: "The user's open sessions, most recently used first.",
  spec: [],
  who: 'signed_in',
  answer: z.strictObject({ sessions: z.array(OpenSession) }),
  status: 200,
  refusals: [],
});

export const endSession = call({
  method: 'DELETE',
  path: '/api/auth/sessions/{sessionId}',
  summary: "Ends one of the user's sessions.",
  spec: [],
  who: 'owner',
  params: z.strictObject({ sessionId: Id }),
  answer: accepted,
  status: 200,
  refusals: ['not_found'],
});

export const changePassword = call({
  method: 'POST',
  path: '/api/auth/password',
  summary: "Sets a new password, given the current one, and ends the user's other sessions.",
  spec: ['auth PUT user'],
  who: 'signed_in',
  body: z.strictObject({
    currentPassword: Password,
    newPassword: Password,
    code: FactorCode.optional(),
  }),
  answer: accepted,
  status: 200,
  refusals: [
    'wrong_password',
    'weak_password',
    'second_factor_needed',
    'wrong_code',
    'code_used',
    'too_many_requests',
  ],
});

export const changeEmail = call({
  method: 'POST',
  path: '/api/auth/email',
  summary: 'Emails a confirmation link to the new address and a notice to the old one.',
  spec: ['auth PUT user'],
  who: 'signed_in',
  body: z.strictObject({ email: Email, password: Password, code: FactorCode.optional() }),
  answer: accepted,
  status: 202,
  refusals: ['wrong_password', 'second_factor_needed', 'wrong_code', 'code_used', 'too_many_requests'],
});

export const readKeySet = call({
  method: 'GET',
  path: '/api/auth/keys',
  summary: 'The public keys that verify access tokens.',
  spec: [],
  who: 'public',
  answer: z.strictObject({ keys: z.array(z.record(z.string(), z.unknown())) }),
  status: 200,
  refusals: [],
});

export const readProfile = call({
  method: 'GET',
  path: '/api/profile',
  summary: "The caller's own profile and role.",
  spec: ['table profiles select by id or user_id', 'table user_roles select'],
  who: 'signed_in',
  answer: Profile,
  status: 200,
  refusals: [],
});

export const removeAvatar = call({
  method: 'DELETE',
  path: avatarUploadPath,
  summary: "Removes the caller's avatar.",
  spec: [],
  who: 'signed_in',
  answer: Profile,
  status: 200,
  limit: 'avatar',
  refusals: [],
});

export const updateProfile = call({
  method: 'PATCH',
  path: '/api/profile',
  summary: "Updates the caller's profile: onboarding, role switch and inline editing.",
  spec: ['table profiles update', 'auth update user'],
  who: 'signed_in',
  body: z.strictObject({
    displayName: shownLine(displayNameLength).optional(),
    bio: shownText(bioLength).nullable().optional(),
    userType: UserType.optional(),
    genres: z.array(z.enum(genreKeys)).max(genreKeys.length).optional(),
  }),
  answer: Profile,
  status: 200,
  refusals: ['reserved_name'],
});
