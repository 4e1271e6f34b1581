import type { Transaction } from '../../adapters/database/database.ts';
import type { Dependencies } from '../../dependencies.ts';
import { refuse } from '../../refusals.ts';
import { readByEither } from '../../server-keys.ts';
import { recordAudit } from '../audit-store.ts';
import { countCode, forgetCodes } from '../limits/account-limits.ts';
import { decryptSecret } from '../secret-box.ts';
import { hasFactor, lockFactor, takeFactorStep, takeRecoveryCode } from './factors-store.ts';
import { hashRecoveryCode } from './recovery-code.ts';
import { stepOfCode } from './totp.ts';

type Needs = Pick<Dependencies, 'clock' | 'keys' | 'config'>;

/** `used`: the code was right, but it or a later one was used before. */
export type CodeOutcome = 'right' | 'wrong' | 'used';

/** Refuses a code that was not right. */
export function refuseCode(outcome: Exclude<CodeOutcome, 'right'>): never {
  return refuse(outcome === 'used' ? 'code_used' : 'wrong_code');
}

/**
 * Uses up a code of the user's app, or a recovery code, and counts the try, all in the caller's transaction: a fault of
 * the server gives the try back. Commit also when the code is not right, so that the try stays counted.
 * @param attempt what the five tries are for: the challenge of a sign-in, a recovery link, or the user
 * @throws Refusal too_many_requests
 */
export async function spendCode(
  tx: Transaction,
  deps: Needs,
  { userId, code, attempt }: { readonly userId: string; readonly code: string; readonly attempt: string },
): Promise<CodeOutcome> {
  await countCode({ ...deps, database: tx }, userId, attempt);
  const typed = code.replaceAll(/[\s-]/g, '');
  if (/^\d{6}$/.test(typed)) return spendAppCode(tx, deps, userId, typed);
  const now = deps.clock.now();
  const taken = await takeRecoveryCode(tx, userId, hashRecoveryCode(typed), now);
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

/** Checks a code against an encrypted secret and uses it up. The factor's row must be locked. */
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
 * Asks a signed-in user for a code, too, where two-factor sign-in is on.
 * @throws Refusal second_factor_needed, wrong_code, code_used, too_many_requests
 */
export const requireOwnCode = (deps: Dependencies, userId: string, code: string | undefined): Promise<void> =>
  withOwnCode(deps, userId, code, async () => undefined);

/**
 * Does an act after the user's own code, in one transaction with it: an act that is refused does not use the code up, and
 * without a right code nothing of the act is done or counted.
 * @throws Refusal second_factor_needed, wrong_code, code_used, too_many_requests, and what the act throws
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
    const spent = await spendCode(tx, deps, { userId, code, attempt: userId });
    if (spent === 'right') await act(tx);
    return spent;
  });
  if (outcome !== 'right') refuseCode(outcome);
  await forgetCodes(deps, userId);
}
