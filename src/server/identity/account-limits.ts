import type { LimitName } from '#contract/rate-limits.ts';
import type { Queryable, Transaction } from '../adapters/database/database.ts';
import { giveBackTo, type LimitOutcome, resetLimit, takeFromLimit } from '../adapters/database/rate-limit.ts';
import type { Dependencies } from '../dependencies.ts';
import { refuse } from '../foundation/refusals.ts';
import { mailboxOf } from './emails/email-rules.ts';
import { fingerprint, isLoopback, takeFromSender } from './fingerprint.ts';

type Needs = Pick<Dependencies, 'clock' | 'keys' | 'config'> & { readonly database: Queryable };

// Bucket keys are hashed: they include addresses of people without an account.
const bucketOf = ({ keys }: Needs, limit: LimitName, whom: string) =>
  `${limit}:${fingerprint(keys, `${limit} ${whom}`)}`;

const take = (
  needs: Needs,
  limit: LimitName,
  whom: string,
  { now = needs.clock.now(), times = 1 }: { now?: Date; times?: number } = {},
) => {
  const { most, seconds } = needs.config.rateLimits[limit];
  return takeFromLimit(needs.database, bucketOf(needs, limit, whom), most * times, seconds, now);
};

/** Requests from the machine itself are not limited by sender: behind a local proxy they would share one counter. */
const takeOfNetworks = async (needs: Needs, limit: LimitName, address: string): Promise<LimitOutcome> =>
  isLoopback(address)
    ? { taken: true }
    : takeFromSender(address, (prefix, times) => take(needs, limit, prefix, { times }));

async function takeOrRefuse(needs: Needs, limit: LimitName, whom: string): Promise<void> {
  const outcome = await take(needs, limit, whom);
  if (!outcome.taken) refuse('too_many_requests', { retryAfterSeconds: outcome.retryAfterSeconds });
}

async function takeOfSender(needs: Needs, limit: LimitName, address: string): Promise<void> {
  const outcome = await takeOfNetworks(needs, limit, address);
  if (!outcome.taken) refuse('too_many_requests', { retryAfterSeconds: outcome.retryAfterSeconds });
}

/** Counts a sign-up. @throws Refusal too_many_requests */
export const countSignUp = (needs: Needs, address: string) => takeOfSender(needs, 'signUpSender', address);

/**
 * Counts a rotation of a session's token, in the same transaction, so that a failed one does not count. Repeating the
 * current token is free.
 * @throws Refusal too_many_requests
 */
export async function countRotation(
  tx: Transaction,
  { clock, config }: Pick<Dependencies, 'clock' | 'config'>,
  sessionId: string,
): Promise<void> {
  const { most, seconds } = config.rateLimits.refresh;
  const outcome = await takeFromLimit(tx, `refresh:${sessionId}`, most, seconds, clock.now());
  if (!outcome.taken) refuse('too_many_requests', { retryAfterSeconds: outcome.retryAfterSeconds });
}

/** Attempts per sender that this server is checking right now. They may turn out not to count. */
const beingChecked = new Map<string, number>();
const checkSeconds = 5;

/**
 * Counts a sign-in by its sender, then runs the check. The check calls `notAFailure` for a
 * correct password, so that people behind one address do not use up each other's attempts. If the window is full but
 * some attempts are still being checked, the caller is asked to retry soon.
 * @throws Refusal too_many_requests
 */
export async function countSignInOfSender<T>(
  needs: Needs,
  address: string,
  check: (notAFailure: () => Promise<void>) => Promise<T>,
): Promise<T> {
  if (isLoopback(address)) return check(async () => undefined);
  const takenAt = needs.clock.now();
  const taken: string[] = [];
  const giveBack = async () => {
    for (const bucket of taken) await giveBackTo(needs.database, bucket, takenAt);
  };
  let isFullForNow = false;
  const outcome = await takeFromSender(address, async (prefix, times) => {
    const bucket = bucketOf(needs, 'signInSender', prefix);
    const one = await take(needs, 'signInSender', prefix, { now: takenAt, times });
    if (one.taken) taken.push(bucket);
    else isFullForNow = beingChecked.has(bucket);
    return one;
  });
  if (!outcome.taken) {
    await giveBack();
    const longest = isFullForNow ? checkSeconds : outcome.retryAfterSeconds;
    return refuse('too_many_requests', { retryAfterSeconds: Math.min(longest, outcome.retryAfterSeconds) });
  }
  for (const bucket of taken) beingChecked.set(bucket, (beingChecked.get(bucket) ?? 0) + 1);
  try {
    return await check(giveBack);
  } finally {
    for (const bucket of taken) {
      const others = (beingChecked.get(bucket) ?? 1) - 1;
      if (others > 0) beingChecked.set(bucket, others);
      else beingChecked.delete(bucket);
    }
  }
}

/**
 * Counts a sign-in attempt for an account, existing or not, before the password is hashed.
 * @throws Refusal too_many_requests
 */
export const countSignIn = (needs: Needs, account: string) => takeOrRefuse(needs, 'signInAccount', account);

/** Resets an account's attempts after a correct password. */
export const forgetSignIns = (needs: Needs, account: string) =>
  resetLimit(needs.database, bucketOf(needs, 'signInAccount', account));

/** Counts a 'Send again' for an address, with or without an account. @throws Refusal too_many_requests */
export async function countResend(needs: Needs, emailNormalized: string, address: string): Promise<void> {
  await takeOfSender(needs, 'resendSender', address);
  await takeOrRefuse(needs, 'resendAddress', emailNormalized);
  await takeOrRefuse(needs, 'resendAddressHour', emailNormalized);
}

/** Counts a 'Forgot password' for an address, with or without an account. @throws Refusal too_many_requests */
export async function countRecovery(needs: Needs, emailNormalized: string, address: string): Promise<void> {
  await takeOfSender(needs, 'recoverySender', address);
  await takeOrRefuse(needs, 'recoveryAddress', emailNormalized);
  await takeOrRefuse(needs, 'recoveryAddressHour', emailNormalized);
}

/** Counts a password check of a signed-in user before it is hashed. @throws Refusal too_many_requests */
export const countOwnPassword = (needs: Needs, userId: string) => takeOrRefuse(needs, 'ownPassword', userId);

export const forgetOwnPasswords = (needs: Needs, userId: string) =>
  resetLimit(needs.database, bucketOf(needs, 'ownPassword', userId));

/** Second-factor codes that are counted together. */
export interface CodeCount {
  readonly userId: string;
  /** The scope of the five tries: the sign-in's challenge, a recovery link or the user. */
  readonly attempt: string;
  /** The scope of the hourly tries, so that a stranger who knows the password cannot use up the owner's. */
  readonly from: string;
}

/** Counts a second-factor code: five per attempt and ten per hour. @throws Refusal too_many_requests */
export async function countCode(needs: Needs, { userId, attempt, from }: CodeCount): Promise<void> {
  await takeOrRefuse(needs, 'codeAttempt', attempt);
  await takeOrRefuse(needs, 'codeUser', `${userId} ${from}`);
}

/** Resets the hourly count after a correct code. */
export const forgetCodes = (needs: Needs, { userId, from }: CodeCount) =>
  resetLimit(needs.database, bucketOf(needs, 'codeUser', `${userId} ${from}`));

/**
 * Counts a report in its transaction, including repeats; without an account, by network.
 * @throws Refusal reports_a_day
 */
export async function countReport(
  tx: Transaction,
  deps: Pick<Dependencies, 'clock' | 'keys' | 'config'>,
  by: { readonly userId: string } | { readonly address: string },
): Promise<void> {
  const needs = { ...deps, database: tx };
  const outcome =
    'userId' in by
      ? await take(needs, 'report', by.userId)
      : await takeOfNetworks(needs, 'report', by.address);
  if (outcome.taken) return;
  const { most, seconds } = deps.config.rateLimits.report;
  refuse('reports_a_day', { most, seconds, retryAfterSeconds: outcome.retryAfterSeconds });
}

/** Counts a request to a payment service that the user causes. @throws Refusal too_many_requests */
export const countPaymentService = (needs: Needs, userId: string) =>
  takeOrRefuse(needs, 'paymentService', userId);

/** Counts a request to change the address. @throws Refusal too_many_requests */
export const countEmailChange = (needs: Needs, userId: string) => takeOrRefuse(needs, 'emailChange', userId);

/**
 * Counts an email to someone who may not have asked for it: a sign-up, 'Send again', or an account's new address. All
 * spellings of one mailbox share a limit, and so do known and unknown addresses.
 */
async function takeStrangerMail(needs: Needs, emailNormalized: string): Promise<LimitOutcome> {
  const mailbox = mailboxOf(emailNormalized);
  const outcome = await take(needs, 'strangerMail', mailbox);
  return outcome.taken ? take(needs, 'strangerMailDay', mailbox) : outcome;
}

/** Whether an email may be sent to this mailbox; for calls whose response is the same either way. */
export const mayMail = async (needs: Needs, emailNormalized: string): Promise<boolean> =>
  (await takeStrangerMail(needs, emailNormalized)).taken;

/** Counts the email to an account's new address. @throws Refusal too_many_requests */
export async function countMailToNewAddress(needs: Needs, emailNormalized: string): Promise<void> {
  const outcome = await takeStrangerMail(needs, emailNormalized);
  if (!outcome.taken) refuse('too_many_requests', { retryAfterSeconds: outcome.retryAfterSeconds });
}
