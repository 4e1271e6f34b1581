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

/** What the database keeps of a payee only encrypted. */
export interface PayeeSecret {
  readonly destination: Destination;
  readonly legalName: string;
}

/** Bound to the id of its row, so that nobody can move a destination to another user. */
export const sealPayee = (keys: ServerKeys, payeeId: string, secret: PayeeSecret): Buffer =>
  encryptSecret(Buffer.from(JSON.stringify(secret)), payeeId, keys.payeeEncryption);

/** Undefined when it was encrypted under another server secret, or erased. */
export function openPayee(keys: ServerKeys, payeeId: string, stored: Buffer | null): PayeeSecret | undefined {
  if (stored === null) return undefined;
  const opened = readByEither(keys, ({ payeeEncryption }) => decryptSecret(stored, payeeId, payeeEncryption));
  return opened && Stored.parse(JSON.parse(opened.toString()));
}

/** Of an account at the test provider that is nobody's in particular: whoever is paid there is related to nobody by it. */
export const ownMark = (keys: ServerKeys, userId: string): Buffer =>
  Buffer.from(fingerprint(keys, `test destination ${userId}`));

/** Alike for the same destination, whoever gave it; says nothing else. */
export function destinationMark(keys: ServerKeys, destination: Destination): Buffer {
  const parts = Object.entries(destination).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return Buffer.from(fingerprint(keys, `destination ${JSON.stringify(parts)}`));
}
