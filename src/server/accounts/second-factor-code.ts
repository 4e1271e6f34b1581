import type { Transaction } from '../adapters/database/database.ts';
import type { Dependencies } from '../dependencies.ts';
import { readByEither } from '../server-keys.ts';
import { countCode } from './account-limits.ts';
import { recordAudit } from './audit-store.ts';
import { lockFactor, takeFactorStep, takeRecoveryCode } from './factors-store.ts';
import { hashRecoveryCode } from './recovery-code.ts';
import { decryptSecret } from './secret-box.ts';
import { stepOfCode } from './totp.ts';

type Needs = Pick<Dependencies, 'clock' | 'keys'>;

/**
 * Uses up a code of the user's app, or a recovery code, and counts the try, all in the caller's transaction: a fault of
 * the server gives the try back. False must be committed, so that it stays counted.
 * @param attempt what the five tries are for: the challenge of a sign-in, a recovery link, or the user
 * @throws Refusal too_many_requests
 */
export async function spendCode(
  tx: Transaction,
  deps: Needs,
  { userId, code, attempt }: { readonly userId: string; readonly code: string; readonly attempt: string },
): Promise<boolean> {
  await countCode({ ...deps, database: tx }, userId, attempt);
  const typed = code.replaceAll(/[\s-]/g, '');
  if (/^\d{6}$/.test(typed)) return spendAppCode(tx, deps, userId, typed);
  const now = deps.clock.now();
  const taken = await takeRecoveryCode(tx, userId, hashRecoveryCode(typed), now);
  if (taken) await recordAudit(tx, { now, userId, event: 'recovery_code_used' });
  return taken;
}

async function spendAppCode(tx: Transaction, deps: Needs, userId: string, code: string): Promise<boolean> {
  const factor = await lockFactor(tx, userId);
  if (!factor?.verifiedAt) return false;
  return spendStep(tx, deps, userId, factor.secretEncrypted, code);
}

/** Whether a code is right for an encrypted secret; a right one is used up. The factor's row must be locked. */
export async function spendStep(
  tx: Transaction,
  { clock, keys }: Needs,
  userId: string,
  secretEncrypted: Buffer,
  code: string,
): Promise<boolean> {
  const secret = readByEither(keys, ({ factorEncryption }) =>
    decryptSecret(secretEncrypted, userId, factorEncryption),
  );
  if (!secret) throw new Error('The secret of a second factor was encrypted under another server secret.');
  const step = stepOfCode(secret, code, clock.now());
  return step !== undefined && takeFactorStep(tx, userId, step);
}
