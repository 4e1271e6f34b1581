import { z } from 'zod';
import { plainIban } from '#contract/money/payout-destinations/bank-details.ts';
import { type Destination, localConducts } from '#contract/money/payout-destinations/destinations.ts';
import { readByEither, type ServerKeys } from '../../foundation/server-keys.ts';
import { mailboxOf, normalizeEmail } from '../../identity/emails/email-rules.ts';
import { fingerprint } from '../../identity/fingerprint.ts';
import { decryptSecret, encryptSecret } from '../../identity/stored-secrets.ts';

const StoredDestination = z.union([
  z.strictObject({ method: z.literal('stripe'), accountId: z.string() }),
  z.strictObject({ method: z.literal('paypal'), email: z.string() }),
  z.strictObject({ method: z.literal('bank'), iban: z.string() }),
  z.strictObject({ method: z.literal('local'), conduct: z.enum(localConducts) }),
]);
const Stored = z.strictObject({ destination: StoredDestination, legalName: z.string() });

/** The fields of a payee that are only stored encrypted. */
export interface DestinationSecret {
  readonly destination: Destination;
  readonly legalName: string;
}

/** Bound to the row's id, so that a destination cannot be moved to another user. */
export const sealDestination = (keys: ServerKeys, payeeId: string, secret: DestinationSecret): Buffer =>
  encryptSecret(Buffer.from(JSON.stringify(secret)), payeeId, keys.payeeEncryption);

/** Undefined if it was encrypted under another server secret, or erased, or is of a kind that is no longer paid. */
export function openDestination(
  keys: ServerKeys,
  payeeId: string,
  stored: Buffer | null,
): DestinationSecret | undefined {
  if (stored === null) return undefined;
  const opened = readByEither(keys, ({ payeeEncryption }) => decryptSecret(stored, payeeId, payeeEncryption));
  return opened && Stored.safeParse(JSON.parse(opened.toString())).data;
}

/** The mark of an account at the test provider: unique per user, so that sharing the provider does not relate them. */
export const ownMark = (keys: ServerKeys, userId: string): Buffer =>
  Buffer.from(fingerprint(keys, `test destination ${userId}`));

/** The account behind a destination, in one spelling: a PayPal address by its mailbox. */
function accountBehind(destination: Destination): string {
  switch (destination.method) {
    case 'paypal':
      return `paypal ${mailboxOf(normalizeEmail(destination.email))}`;
    case 'bank':
      return `iban ${plainIban(destination.iban)}`;
    case 'stripe':
      return `stripe ${destination.accountId}`;
    case 'local':
      return `local ${destination.conduct}`;
  }
}

/** How current marks begin. Others were made from another spelling or under another server secret. */
export const markPrefix = (keys: ServerKeys): string =>
  `${fingerprint(keys, 'destination marks by account').slice(0, 6)}:`;

/** Equal for the same account, whoever entered it and however; reveals nothing else. */
export const destinationMark = (keys: ServerKeys, destination: Destination): Buffer =>
  Buffer.from(`${markPrefix(keys)}${fingerprint(keys, `destination ${accountBehind(destination)}`)}`);
