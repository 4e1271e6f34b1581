import type { Caller, Client } from '../../foundation/caller.ts';
import type { Dependencies } from '../../foundation/dependencies.ts';
import { recordAudit } from '../audit-store.ts';
import { factorRemovedMail } from '../emails/mail-texts.ts';
import { queueMail } from '../emails/queue-mail.ts';
import { addressFingerprint } from '../limits/fingerprint.ts';
import { requireOwnPassword } from '../passwords/own-password.ts';
import { holdPayouts } from '../payout-hold/hold-payouts.ts';
import { removeFactor } from './factors-store.ts';
import { type CodeOutcome, inSession, refuseCode, spendCode } from './second-factor-code.ts';

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
