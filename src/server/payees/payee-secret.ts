import { z } from 'zod';
import { type Destination, localConducts } from '#contract/payees/destinations.ts';
import { fingerprint } from '../accounts/limits/fingerprint.ts';
import { decryptSecret, encryptSecret } from '../accounts/secret-box.ts';
import { readByEither, type ServerKeys } from '../server-keys.ts';

const StoredDestination = z.union([
  z.strictObject({ method: z.literal('stripe'), accountId: z.string() }),
  z.strictObject({ method: z.literal('paypal'), email: z.string() }),
  z.strictObject({ method: z.literal('bank'), iban: z.string() }),
  z.strictObject({
    method: z.literal('bank'),
    routingNumber: z.string(),
    accountNumber: z.string(),
    kind: z.enum(['checking', 'savings']),
  }),
  z.strictObject({ method: z.literal('local'), conduct: z.enum(localConducts) }),
]);
const Stored = z.strictObject({ destination: StoredDestination, legalName: z.string() });

/** The fields of a payee that are only stored encrypted. */
export interface PayeeSecret {
  readonly destination: Destination;
  readonly legalName: string;
}

/** Bound to the row's id, so that a destination cannot be moved to another user. */
export const sealPayee = (keys: ServerKeys, payeeId: string, secret: PayeeSecret): Buffer =>
  encryptSecret(Buffer.from(JSON.stringify(secret)), payeeId, keys.payeeEncryption);

/** Undefined if it was encrypted under another server secret, or erased. */
export function openPayee(keys: ServerKeys, payeeId: string, stored: Buffer | null): PayeeSecret | undefined {
  if (stored === null) return undefined;
  const opened = readByEither(keys, ({ payeeEncryption }) => decryptSecret(stored, payeeId, payeeEncryption));
  return opened && Stored.parse(JSON.parse(opened.toString()));
}

/** The mark of an account at the test provider: unique per user, so that sharing the provider does not relate them. */
export const ownMark = (keys: ServerKeys, userId: string): Buffer =>
  Buffer.from(fingerprint(keys, `test destination ${userId}`));

/** Equal for the same destination, whoever entered it; reveals nothing else. */
export function destinationMark(keys: ServerKeys, destination: Destination): Buffer {
  const parts = Object.entries(destination).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return Buffer.from(fingerprint(keys, `destination ${JSON.stringify(parts)}`));
}
