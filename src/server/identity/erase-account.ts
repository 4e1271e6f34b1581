import type { Transaction } from '../adapters/database/database.ts';
import type { Dependencies } from '../dependencies.ts';
import type { Client } from '../foundation/caller.ts';
import { recordAudit } from './audit-store.ts';
import { accountDeletedMail } from './emails/account-mails.ts';
import { queueMail } from './emails/queue-mail.ts';
import { eraseRows } from './erase-account-store.ts';
import { addressFingerprint } from './fingerprint.ts';
import { dummyHash, requireOwnPassword } from './passwords.ts';
import { requireOwnCode } from './second-factor-code.ts';
import { lockUser } from './users-store.ts';

/** Shown in place of the name. */
export const deletedName = 'Deleted user';

export interface OwnProof {
  readonly password: string;
  /** The second-factor code, if the account uses one. */
  readonly code?: string | undefined;
}

/**
 * Requires the password and code of a sign-in again.
 * @throws Refusal wrong_password, second_factor_needed, wrong_code, code_used, too_many_requests
 */
export async function requireOwnProof(
  deps: Dependencies,
  userId: string,
  { password, code }: OwnProof,
): Promise<void> {
  await requireOwnPassword(deps, userId, password);
  await requireOwnCode(deps, userId, code);
}

/**
 * Anonymizes an account: address, name, bio, picture, factors, links and sessions. The row stays because others
 * reference it. The address is free for a new sign-up and gets one last email.
 */
export async function eraseAccount(
  tx: Transaction,
  { config, clock, keys }: Pick<Dependencies, 'config' | 'clock' | 'keys'>,
  userId: string,
  client: Client,
): Promise<void> {
  const now = clock.now();
  const { email } = await lockUser(tx, userId);
  const nobody = `deleted-${userId}`;
  await eraseRows(tx, {
    userId,
    email: `${nobody}@deleted.invalid`,
    username: nobody,
    displayName: deletedName,
    passwordHash: dummyHash,
    now,
  });
  const addressPrefix = addressFingerprint(keys, client.address);
  await recordAudit(tx, { now, userId, event: 'account_deleted', addressPrefix });
  await queueMail(tx, { name: '', address: email }, accountDeletedMail(config.supportEmail), now);
}
