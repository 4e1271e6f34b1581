import type { ActivityDetails } from '#contract/identity/activity-details.ts';
import type { ActivityEvent } from '#contract/identity/activity-events.ts';
import type { Queryable, Transaction } from '../adapters/database/database.ts';
import type { Dependencies } from '../dependencies.ts';
import type { Client } from '../foundation/caller.ts';
import { refuse } from '../foundation/refusals.ts';
import { recordAudit } from './audit-store.ts';
import { addressFingerprint } from './fingerprint.ts';
import { consumeOneTimeToken } from './one-time-tokens-store.ts';
import { findUser, lockIfActive, lockUser } from './users-store.ts';

// What other concepts need to know about an account.

/** An account's address and password hash. */
export const readAccount = (db: Queryable, userId: string) => findUser(db, userId);

/** The same, with the row locked until the transaction ends. */
export const lockAccount = (tx: Transaction, userId: string) => lockUser(tx, userId);

/** Consumes the token of a destination's confirmation link; false if it is used, replaced or expired. */
export const spendPayeeLink = async (tx: Transaction, tokenHash: Buffer, now: Date): Promise<boolean> =>
  (await consumeOneTimeToken(tx, tokenHash, 'payee', now)) !== undefined;

interface OwnAct {
  readonly userId: string;
  readonly event: ActivityEvent;
  readonly client: Client;
  readonly details?: ActivityDetails;
}

/** Logs what a user did to the account, with the network's fingerprint. */
export const recordOwnAct = (
  tx: Transaction,
  { keys, clock }: Pick<Dependencies, 'keys' | 'clock'>,
  { userId, event, client, details = {} }: OwnAct,
) =>
  recordAudit(tx, {
    now: clock.now(),
    userId,
    event,
    details,
    addressPrefix: addressFingerprint(keys, client.address),
  });

/**
 * Requires that the caller's account was not deleted or suspended while a body arrived, which may take minutes. It stays
 * so until the transaction ends.
 * @throws Refusal invalid_token, as for a call that begins now
 */
export async function requireActive(tx: Transaction, userId: string): Promise<void> {
  const { isActive } = await lockIfActive(tx, userId);
  if (!isActive) refuse('invalid_token');
}
