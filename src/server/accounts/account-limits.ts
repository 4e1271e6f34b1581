import type { Queryable } from '../adapters/database/database.ts';
import { resetLimit, takeFromLimit } from '../adapters/limits/rate-limit.ts';
import type { Dependencies } from '../dependencies.ts';
import { refuse } from '../refusals.ts';
import { isLoopback, limitPrefix } from './address-prefix.ts';
import { fingerprint } from './fingerprint.ts';

type Needs = Pick<Dependencies, 'clock' | 'keys'> & { readonly database: Queryable };

const minute = 60;
const hour = 60 * minute;
/** How often one sender, account or address may try (threats T21, T22). */
const limits = {
  signInOfAccount: { most: 10, windowSeconds: 15 * minute },
  signInOfSender: { most: 30, windowSeconds: 15 * minute },
  signUpOfSender: { most: 30, windowSeconds: hour },
  signUpMailOfAddress: { most: 3, windowSeconds: hour },
  resendOfAddress: { most: 1, windowSeconds: minute },
  resendOfAddressAnHour: { most: 3, windowSeconds: hour },
  recoveryOfAddress: { most: 1, windowSeconds: minute },
  recoveryOfAddressAnHour: { most: 3, windowSeconds: hour },
  recoveryOfSender: { most: 30, windowSeconds: hour },
  passwordOfUser: { most: 10, windowSeconds: 15 * minute },
  codeOfAttempt: { most: 5, windowSeconds: 10 * minute },
  codeOfUser: { most: 10, windowSeconds: hour },
  emailChangeOfUser: { most: 3, windowSeconds: hour },
} as const;
type Limit = keyof typeof limits;

// Whom a bucket is about stays unreadable: addresses of people who have no account pass here too.
const bucketOf = ({ keys }: Needs, limit: Limit, whom: string) =>
  `${limit}:${fingerprint(keys, `${limit} ${whom}`)}`;

const take = (needs: Needs, limit: Limit, whom: string) => {
  const { most, windowSeconds } = limits[limit];
  return takeFromLimit(needs.database, bucketOf(needs, limit, whom), most, windowSeconds, needs.clock.now());
};

async function takeOrRefuse(needs: Needs, limit: Limit, whom: string): Promise<void> {
  const outcome = await take(needs, limit, whom);
  if (!outcome.taken) refuse('too_many_requests', { retryAfterSeconds: outcome.retryAfterSeconds });
}

/** Requests of the machine itself are never limited by sender: behind a local proxy they would share one counter. */
async function takeOfSender(needs: Needs, limit: Limit, address: string): Promise<void> {
  if (!isLoopback(address)) await takeOrRefuse(needs, limit, limitPrefix(address));
}

/** Counts a sign-up. @throws Refusal too_many_requests */
export const countSignUp = (needs: Needs, address: string) => takeOfSender(needs, 'signUpOfSender', address);

/** Counts a refresh of a session whose token was authentic. @throws Refusal too_many_requests */
export async function countRefresh(
  { database, clock, config }: Pick<Dependencies, 'database' | 'clock' | 'config'>,
  sessionId: string,
): Promise<void> {
  const { most, seconds } = config.rateLimits.refresh;
  const outcome = await takeFromLimit(database, `refresh:${sessionId}`, most, seconds, clock.now());
  if (!outcome.taken) refuse('too_many_requests', { retryAfterSeconds: outcome.retryAfterSeconds });
}

/** Counts a sign-in by its sender, before anything is looked up. @throws Refusal too_many_requests */
export const countSignInOfSender = (needs: Needs, address: string) =>
  takeOfSender(needs, 'signInOfSender', address);

/** Counts a sign-in of an account, known or not, before its password is hashed. @throws Refusal too_many_requests */
export const countSignIn = (needs: Needs, account: string) => takeOrRefuse(needs, 'signInOfAccount', account);

/** Gives an account its tries back after the right password. */
export const forgetSignIns = (needs: Needs, account: string) =>
  resetLimit(needs.database, bucketOf(needs, 'signInOfAccount', account));

/** Counts a 'Send again' of an address, with or without an account. @throws Refusal too_many_requests */
export async function countResend(needs: Needs, emailNormalized: string): Promise<void> {
  await takeOrRefuse(needs, 'resendOfAddress', emailNormalized);
  await takeOrRefuse(needs, 'resendOfAddressAnHour', emailNormalized);
}

/** Counts a 'Forgot password', with or without an account. @throws Refusal too_many_requests */
export async function countRecovery(needs: Needs, emailNormalized: string, address: string): Promise<void> {
  await takeOfSender(needs, 'recoveryOfSender', address);
  await takeOrRefuse(needs, 'recoveryOfAddress', emailNormalized);
  await takeOrRefuse(needs, 'recoveryOfAddressAnHour', emailNormalized);
}

/** Counts a signed-in user's own password before it is hashed. @throws Refusal too_many_requests */
export const countOwnPassword = (needs: Needs, userId: string) =>
  takeOrRefuse(needs, 'passwordOfUser', userId);

export const forgetOwnPasswords = (needs: Needs, userId: string) =>
  resetLimit(needs.database, bucketOf(needs, 'passwordOfUser', userId));

/** Counts a code of a second factor: five for each attempt and ten an hour. @throws Refusal too_many_requests */
export async function countCode(needs: Needs, userId: string, attempt: string): Promise<void> {
  await takeOrRefuse(needs, 'codeOfAttempt', attempt);
  await takeOrRefuse(needs, 'codeOfUser', userId);
}

/** Gives a user the hour's tries back after a right code. */
export const forgetCodes = (needs: Needs, userId: string) =>
  resetLimit(needs.database, bucketOf(needs, 'codeOfUser', userId));

/** Counts a wish for another address. @throws Refusal too_many_requests */
export const countEmailChange = (needs: Needs, userId: string) =>
  takeOrRefuse(needs, 'emailChangeOfUser', userId);

/** Counts a mail that a sign-up or sign-in brings; false when the address has had enough of them for now. */
export const mayMail = async (needs: Needs, emailNormalized: string): Promise<boolean> =>
  (await take(needs, 'signUpMailOfAddress', emailNormalized)).taken;
