import type { ActivityEvent } from '#contract/accounts/activity-events.ts';
import type { Queryable, Transaction } from '../adapters/database/database.ts';
import type { Client } from '../caller.ts';
import type { Dependencies } from '../dependencies.ts';
import { recordAudit } from './audit-store.ts';
import { consumeOneTimeToken } from './emails/one-time-tokens-store.ts';
import { addressFingerprint } from './limits/fingerprint.ts';
import { findUser, lockUser } from './users-store.ts';

// What concepts that belong to one account need of it.

/** The address and the password's hash of an account. */
export const readAccount = (db: Queryable, userId: string) => findUser(db, userId);

/** The same, held until the transaction ends. */
export const lockAccount = (tx: Transaction, userId: string) => lockUser(tx, userId);

/** Uses up the token of a link that confirms a destination; false when it is used, replaced or too old. */
export const spendPayeeLink = async (tx: Transaction, tokenHash: Buffer, now: Date): Promise<boolean> =>
  (await consumeOneTimeToken(tx, tokenHash, 'payee', now)) !== undefined;

interface OwnAct {
  readonly userId: string;
  readonly event: ActivityEvent;
  readonly client: Client;
  readonly details?: Readonly<Record<string, string>>;
}

/** Records what somebody did with an account, with the blinded network it came from. */
export const recordOwnAct = (
  tx: Transaction,
  { keys, clock }: Pick<Dependencies, 'keys' | 'clock'>,
  { userId, event, client, details = {} }: OwnAct,
) =>
  recordAudit(tx, {
    ...{ now: clock.now(), userId, event, details },
    addressPrefix: addressFingerprint(keys, client.address),
  });
