import { randomBytes } from 'node:crypto';
import { plainAccount } from '#contract/plain-text.ts';
import { product } from '#contract/product.ts';
import type { Dependencies } from '../dependencies.ts';
import type { Caller, Client } from '../foundation/caller.ts';
import { refuse } from '../foundation/refusals.ts';
import { countCode, forgetCodes } from './account-limits.ts';
import { recordAudit } from './audit-store.ts';
import { factorAddedMail, factorRemovedMail } from './emails/account-mails.ts';
import { queueMail } from './emails/queue-mail.ts';
import {
  beginFactor,
  findFactor,
  insertRecoveryCode,
  lockFactor,
  markFactorVerified,
  removeFactor,
} from './factors-store.ts';
import { addressFingerprint } from './fingerprint.ts';
import { holdPayouts } from './hold-payouts.ts';
import { requireOwnPassword } from './passwords.ts';
import {
  base32,
  type CodeOutcome,
  hashRecoveryCode,
  inSession,
  newRecoveryCodes,
  otpauthLink,
  refuseCode,
  spendCode,
  spendStep,
} from './second-factor-code.ts';
import { encryptSecret } from './stored-secrets.ts';
import { lockUser } from './users-store.ts';

/** Whether the caller's sign-ins need a code, and how many recovery codes are left. */
export async function readSecondFactor(
  { database }: Pick<Dependencies, 'database'>,
  { userId }: Caller,
): Promise<{ isOn: boolean; recoveryCodesLeft: number }> {
  const factor = await findFactor(database, userId);
  return factor?.verifiedAt
    ? { isOn: true, recoveryCodesLeft: factor.codesLeft }
    : { isOn: false, recoveryCodesLeft: 0 };
}

const secretBytes = 20;

/**
 * Creates the secret for a user's app. It takes effect once a code proves that the app has it.
 * @throws Refusal wrong_password, factor_exists, too_many_requests
 */
export async function beginEnrolment(
  deps: Dependencies,
  { userId }: Caller,
  password: string,
): Promise<{ secret: string; link: string }> {
  const { email } = await requireOwnPassword(deps, userId, password);
  const secret = randomBytes(secretBytes);
  const secretEncrypted = encryptSecret(secret, userId, deps.keys.factorEncryption);
  if (!(await beginFactor(deps.database, { userId, secretEncrypted, now: deps.clock.now() }))) {
    refuse('factor_exists');
  }
  const written = base32(secret);
  return { secret: written, link: otpauthLink(product.name, email, written) };
}

/**
 * Turns on two-factor sign-in with the app's first code. Returns the recovery codes, which cannot be read again.
 * @throws Refusal wrong_code, code_used, factor_exists, not_found, too_many_requests
 */
export async function finishEnrolment(
  deps: Dependencies,
  { userId }: Caller,
  code: string,
  client: Client,
): Promise<{ recoveryCodes: string[] }> {
  const now = deps.clock.now();
  const recoveryCodes = newRecoveryCodes();
  const addressPrefix = addressFingerprint(deps.keys, client.address);
  const outcome = await deps.database.transaction(async (tx): Promise<CodeOutcome> => {
    await countCode({ ...deps, database: tx }, inSession(userId));
    const { email } = await lockUser(tx, userId);
    const factor = await lockFactor(tx, userId);
    if (!factor) return refuse('not_found');
    if (factor.verifiedAt) return refuse('factor_exists');
    const spent = await spendStep(tx, deps, userId, factor.secretEncrypted, plainAccount(code));
    if (spent !== 'right') return spent;
    await forgetCodes({ ...deps, database: tx }, inSession(userId));
    await markFactorVerified(tx, userId, now);
    for (const recoveryCode of recoveryCodes) {
      await insertRecoveryCode(tx, userId, hashRecoveryCode(recoveryCode));
    }
    await recordAudit(tx, { now, userId, event: 'factor_added', addressPrefix });
    await queueMail(tx, { name: '', address: email }, factorAddedMail(deps.config.supportEmail), now);
    return 'right';
  });
  if (outcome !== 'right') return refuseCode(outcome);
  return { recoveryCodes };
}

/**
 * Turns off two-factor sign-in with the password and a code, and deletes the recovery codes.
 * @throws Refusal wrong_password, wrong_code, code_used, too_many_requests
 */
export async function removeSecondFactor(
  deps: Dependencies,
  { userId }: Caller,
  { password, code }: { readonly password: string; readonly code: string },
  client: Client,
): Promise<void> {
  const { email } = await requireOwnPassword(deps, userId, password);
  const now = deps.clock.now();
  const addressPrefix = addressFingerprint(deps.keys, client.address);
  const outcome = await deps.database.transaction(async (tx): Promise<CodeOutcome> => {
    const spent = await spendCode(tx, deps, { code, ...inSession(userId) });
    if (spent !== 'right') return spent;
    await removeFactor(tx, userId);
    await recordAudit(tx, { now, userId, event: 'factor_removed', addressPrefix });
    await queueMail(tx, { name: '', address: email }, factorRemovedMail(deps.config.supportEmail), now);
    await holdPayouts(tx, deps, { userId, reason: 'removed_factor', addresses: [email] });
    return 'right';
  });
  if (outcome !== 'right') refuseCode(outcome);
}
