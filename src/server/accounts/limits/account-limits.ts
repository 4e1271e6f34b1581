import type { LimitName } from '#contract/rate-limits.ts';
import type { Queryable, Transaction } from '../../adapters/database/database.ts';
import {
  giveBackTo,
  type LimitOutcome,
  resetLimit,
  takeFromLimit,
} from '../../adapters/limits/rate-limit.ts';
import type { Dependencies } from '../../dependencies.ts';
import { refuse } from '../../refusals.ts';
import { mailboxOf } from '../emails/email-rules.ts';
import { isLoopback, limitPrefix } from './address-prefix.ts';
import { fingerprint } from './fingerprint.ts';

type Needs = Pick<Dependencies, 'clock' | 'keys' | 'config'> & { readonly database: Queryable };

// Whom a bucket is about stays unreadable: addresses of people who have no account pass here too.
const bucketOf = ({ keys }: Needs, limit: LimitName, whom: string) =>
  `${limit}:${fingerprint(keys, `${limit} ${whom}`)}`;

const take = (needs: Needs, limit: LimitName, whom: string, now = needs.clock.now()) => {
  const { most, seconds } = needs.config.rateLimits[limit];
  return takeFromLimit(needs.database, bucketOf(needs, limit, whom), most, seconds, now);
};

async function takeOrRefuse(needs: Needs, limit: LimitName, whom: string): Promise<void> {
  const outcome = await take(needs, limit, whom);
  if (!outcome.taken) refuse('too_many_requests', { retryAfterSeconds: outcome.retryAfterSeconds });
}

/** Requests of the machine itself are never limited by sender: behind a local proxy they would share one counter. */
async function takeOfSender(needs: Needs, limit: LimitName, address: string): Promise<void> {
  if (!isLoopback(address)) await takeOrRefuse(needs, limit, limitPrefix(address));
}

/** Counts a sign-up. @throws Refusal too_many_requests */
export const countSignUp = (needs: Needs, address: string) => takeOfSender(needs, 'signUpSender', address);

/**
 * Counts a rotation of a session's token, in its transaction: one that does not happen is not counted. Repeating the current
 * token is free. @throws Refusal too_many_requests
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

/** The tries of each sender that this server is checking now: they may come back in a moment. */
const beingChecked = new Map<string, number>();
const checkSeconds = 5;

/**
 * Counts a sign-in by its sender, before anything is looked up, and checks it. The check calls what it is given when the password
 * was right: people who share one address must not use up the failures of each other. Who comes while a full window still
 * holds tries that are being checked is asked to wait for these. @throws Refusal too_many_requests
 */
export async function countSignInOfSender<T>(
  needs: Needs,
  address: string,
  check: (notAFailure: () => Promise<void>) => Promise<T>,
): Promise<T> {
  if (isLoopback(address)) return check(async () => undefined);
  const whom = limitPrefix(address);
  const bucket = bucketOf(needs, 'signInSender', whom);
  const takenAt = needs.clock.now();
  const outcome = await take(needs, 'signInSender', whom, takenAt);
  if (!outcome.taken) {
    const longest = beingChecked.has(bucket) ? checkSeconds : outcome.retryAfterSeconds;
    return refuse('too_many_requests', { retryAfterSeconds: Math.min(longest, outcome.retryAfterSeconds) });
  }
  beingChecked.set(bucket, (beingChecked.get(bucket) ?? 0) + 1);
  try {
    return await check(() => giveBackTo(needs.database, bucket, takenAt));
  } finally {
    const others = (beingChecked.get(bucket) ?? 1) - 1;
    if (others > 0) beingChecked.set(bucket, others);
    else beingChecked.delete(bucket);
  }
}

/** Counts a sign-in of an account, known or not, before its password is hashed. @throws Refusal too_many_requests */
export const countSignIn = (needs: Needs, account: string) => takeOrRefuse(needs, 'signInAccount', account);

/** Gives an account its tries back after the right password. */
export const forgetSignIns = (needs: Needs, account: string) =>
  resetLimit(needs.database, bucketOf(needs, 'signInAccount', account));

/** Counts a 'Send again' of an address, with or without an account. @throws Refusal too_many_requests */
export async function countResend(needs: Needs, emailNormalized: string, address: string): Promise<void> {
  await takeOfSender(needs, 'resendSender', address);
  await takeOrRefuse(needs, 'resendAddress', emailNormalized);
  await takeOrRefuse(needs, 'resendAddressHour', emailNormalized);
}

/** Counts a 'Forgot password', with or without an account. @throws Refusal too_many_requests */
export async function countRecovery(needs: Needs, emailNormalized: string, address: string): Promise<void> {
  await takeOfSender(needs, 'recoverySender', address);
  await takeOrRefuse(needs, 'recoveryAddress', emailNormalized);
  await takeOrRefuse(needs, 'recoveryAddressHour', emailNormalized);
}

/** Counts a signed-in user's own password before it is hashed. @throws Refusal too_many_requests */
export const countOwnPassword = (needs: Needs, userId: string) => takeOrRefuse(needs, 'ownPassword', userId);

export const forgetOwnPasswords = (needs: Needs, userId: string) =>
  resetLimit(needs.database, bucketOf(needs, 'ownPassword', userId));

/** Counts a code of a second factor: five for each attempt and ten an hour. @throws Refusal too_many_requests */
export async function countCode(needs: Needs, userId: string, attempt: string): Promise<void> {
  await takeOrRefuse(needs, 'codeAttempt', attempt);
  await takeOrRefuse(needs, 'codeUser', userId);
}

/** Gives a user the hour's tries back after a right code. */
export const forgetCodes = (needs: Needs, userId: string) =>
  resetLimit(needs.database, bucketOf(needs, 'codeUser', userId));

/**
 * Counts a report in its transaction, also one that was sent before. Of somebody without an account by their network.
 * @throws Refusal reports_a_day
 */
export async function countReport(
  tx: Transaction,
  deps: Pick<Dependencies, 'clock' | 'keys' | 'config'>,
  by: { readonly userId: string } | { readonly address: string },
): Promise<void> {
  if ('address' in by && isLoopback(by.address)) return;
  const whom = 'userId' in by ? by.userId : limitPrefix(by.address);
  const outcome = await take({ ...deps, database: tx }, 'report', whom);
  if (outcome.taken) return;
  const { most, seconds } = deps.config.rateLimits.report;
  refuse('reports_a_day', { most, seconds, retryAfterSeconds: outcome.retryAfterSeconds });
}

/** Counts a wish for another address. @throws Refusal too_many_requests */
export const countEmailChange = (needs: Needs, userId: string) => takeOrRefuse(needs, 'emailChange', userId);

/**
 * Counts an email to somebody who may not have asked for it: a sign-up, 'Send again', or the new address of an account. One
 * mailbox is one target, however its address is spelled. Unknown and known addresses count alike.
 */
async function takeStrangerMail(needs: Needs, emailNormalized: string): Promise<LimitOutcome> {
  const mailbox = mailboxOf(emailNormalized);
  const outcome = await take(needs, 'strangerMail', mailbox);
  return outcome.taken ? take(needs, 'strangerMailDay', mailbox) : outcome;
}

/** Whether an email may go to this mailbox; for calls that answer the same whether or not one is sent. */
export const mayMail = async (needs: Needs, emailNormalized: string): Promise<boolean> =>
  (await takeStrangerMail(needs, emailNormalized)).taken;

/** Counts the email to the new address of an account. @throws Refusal too_many_requests */
export async function countMailToNewAddress(needs: Needs, emailNormalized: string): Promise<void> {
  const outcome = await takeStrangerMail(needs, emailNormalized);
  if (!outcome.taken) refuse('too_many_requests', { retryAfterSeconds: outcome.retryAfterSeconds });
}
