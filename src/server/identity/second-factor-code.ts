import { createHash, createHmac, createSecretKey, randomBytes, timingSafeEqual } from 'node:crypto';
import { plainAccount } from '#contract/plain-text.ts';
import type { Transaction } from '../adapters/database/database.ts';
import type { Dependencies } from '../dependencies.ts';
import { refuse } from '../foundation/refusals.ts';
import { readByEither } from '../foundation/server-keys.ts';
import { type CodeCount, countCode, forgetCodes } from './account-limits.ts';
import { recordAudit } from './audit-store.ts';
import { hasFactor, lockFactor, takeFactorStep, takeRecoveryCode } from './factors-store.ts';
import { decryptSecret } from './stored-secrets.ts';

type Needs = Pick<Dependencies, 'clock' | 'keys' | 'config'>;

/** `used`: correct, but it or a later code was used before. */
export type CodeOutcome = 'right' | 'wrong' | 'used';

/** The count of codes of signed-in users. */
export const inSession = (userId: string): CodeCount => ({ userId, attempt: userId, from: 'session' });

/** Throws the refusal for an incorrect code. */
export function refuseCode(outcome: Exclude<CodeOutcome, 'right'>): never {
  return refuse(outcome === 'used' ? 'code_used' : 'wrong_code');
}

/**
 * Consumes an app code or a recovery code and counts the attempt, in the caller's transaction, so that a server error
 * does not count. Commit even if the code is wrong, to keep the count. Recovery codes are counted apart.
 * @throws Refusal too_many_requests
 */
export async function spendCode(
  tx: Transaction,
  deps: Needs,
  { code, ...count }: CodeCount & { readonly code: string },
): Promise<CodeOutcome> {
  const needs = { ...deps, database: tx };
  const typed = plainAccount(code);
  const isAppCode = /^\d{6}$/.test(typed);
  const counted = isAppCode ? count : { ...count, from: `${count.from}, recovery code` };
  await countCode(needs, counted);
  const outcome = await (isAppCode ? spendAppCode : spendRecoveryCode)(tx, deps, count.userId, typed);
  if (outcome === 'right') await forgetCodes(needs, counted);
  return outcome;
}

async function spendRecoveryCode(
  tx: Transaction,
  { clock }: Needs,
  userId: string,
  code: string,
): Promise<CodeOutcome> {
  const now = clock.now();
  const taken = await takeRecoveryCode(tx, userId, hashRecoveryCode(code), now);
  if (taken) await recordAudit(tx, { now, userId, event: 'recovery_code_used' });
  return taken ? 'right' : 'wrong';
}

async function spendAppCode(
  tx: Transaction,
  deps: Needs,
  userId: string,
  code: string,
): Promise<CodeOutcome> {
  const factor = await lockFactor(tx, userId);
  if (!factor?.verifiedAt) return 'wrong';
  return spendStep(tx, deps, userId, factor.secretEncrypted, code);
}

/** Checks a code against an encrypted secret and consumes it. The factor's row must be locked. */
export async function spendStep(
  tx: Transaction,
  { clock, keys }: Pick<Needs, 'clock' | 'keys'>,
  userId: string,
  secretEncrypted: Buffer,
  code: string,
): Promise<CodeOutcome> {
  const secret = readByEither(keys, ({ factorEncryption }) =>
    decryptSecret(secretEncrypted, userId, factorEncryption),
  );
  if (!secret) throw new Error('The secret of a second factor was encrypted under another server secret.');
  const step = stepOfCode(secret, code, clock.now());
  if (step === undefined) return 'wrong';
  return (await takeFactorStep(tx, userId, step)) ? 'right' : 'used';
}

/**
 * Requires a code from a signed-in user if two-factor sign-in is on.
 * @throws Refusal second_factor_needed, wrong_code, code_used, too_many_requests
 */
export const requireOwnCode = (deps: Dependencies, userId: string, code: string | undefined): Promise<void> =>
  withOwnCode(deps, userId, code, async () => undefined);

/**
 * Checks the user's code and runs the act in one transaction: a refused act does not use the code up, and without a
 * correct code the act leaves no trace.
 * @throws Refusal second_factor_needed, wrong_code, code_used, too_many_requests, and whatever the act throws
 */
export async function withOwnCode(
  deps: Dependencies,
  userId: string,
  code: string | undefined,
  act: (tx: Transaction) => Promise<void>,
): Promise<void> {
  if (!(await hasFactor(deps.database, userId))) return deps.database.transaction(act);
  if (code === undefined) return refuse('second_factor_needed', { challenge: null });
  const outcome = await deps.database.transaction(async (tx) => {
    const spent = await spendCode(tx, deps, { code, ...inSession(userId) });
    if (spent === 'right') await act(tx);
    return spent;
  });
  if (outcome !== 'right') refuseCode(outcome);
}

const codesAtOnce = 10;

/** Ten codes to print, 80 random bits each, in groups of four. */
export const newRecoveryCodes = (): string[] =>
  Array.from({ length: codesAtOnce }, () => base32(randomBytes(10)).replace(/(.{4})(?!$)/g, '$1-'));

/** The stored hash of a code, however it was typed. 80 random bits need no slow hash. */
export const hashRecoveryCode = (code: string): Buffer =>
  createHash('sha256')
    .update(code.toUpperCase().replaceAll(/[^A-Z2-7]/g, ''))
    .digest();

const stepSeconds = 30;
const digits = 6;

/** The number of the 30-second step at that time (RFC 6238, section 4). */
export const stepOf = (moment: Date): number => Math.floor(moment.getTime() / 1000 / stepSeconds);

/** The six digits of a step: HOTP (RFC 4226), HMAC-SHA-1 over the step number. */
export function totpCode(secret: Buffer, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', createSecretKey(secret)).update(counter).digest();
  const offset = mac.readUInt8(mac.length - 1) & 0xf;
  const number = mac.readUInt32BE(offset) & 0x7f_ff_ff_ff;
  return String(number % 10 ** digits).padStart(digits, '0');
}

/** The step of a code: the current one or, for clocks that differ, the one before or after; undefined if none matches. */
export function stepOfCode(secret: Buffer, code: string, now: Date): number | undefined {
  const current = stepOf(now);
  return [current, current - 1, current + 1].find((step) => isSame(totpCode(secret, step), code));
}

const isSame = (expected: string, given: string): boolean =>
  expected.length === given.length && timingSafeEqual(Buffer.from(expected), Buffer.from(given));

/** The link in the QR code: the secret, the account, and how codes are made. */
export function otpauthLink(issuer: string, account: string, secret: string): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`;
  const query = new URLSearchParams({ secret, issuer, algorithm: 'SHA1', digits: '6', period: '30' });
  return `otpauth://totp/${label}?${query}`;
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Encodes bytes as letters and digits that are easy to type (RFC 4648, without padding). */
export function base32(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  return (bits.match(/.{1,5}/g) ?? [])
    .map((five) => alphabet[Number.parseInt(five.padEnd(5, '0'), 2)])
    .join('');
}
