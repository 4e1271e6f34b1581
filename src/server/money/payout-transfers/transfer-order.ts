import { product } from '#contract/product.ts';
import type { TransferOrder } from '../../adapters/payout-service/payout-service.ts';
import type { ServerKeys } from '../../foundation/server-keys.ts';
import { openDestination } from '../payout-destinations/destination-secret.ts';
import type { travelerById } from './payout-transfers-store.ts';

export type Traveler = Awaited<ReturnType<typeof travelerById.only>>;

/** The order of a payout with its frozen destination; undefined if no secret of this server decrypts it. */
export function transferOrder(keys: ServerKeys, traveler: Traveler): TransferOrder | undefined {
  const { payoutId, payeeId, detailsEncrypted, amountCents, country, approvedAt } = traveler;
  const secret = openDestination(keys, payeeId, detailsEncrypted);
  if (!secret || approvedAt === null) return undefined;
  const reference = `${product.name} ${payoutId.slice(0, 8)}`;
  return { payoutId, amountCents, ...secret, country, reference, approvedAt };
}
