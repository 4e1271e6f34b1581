import { product } from '#contract/product.ts';
import type { TransferOrder } from '../adapters/payout-service/payout-service.ts';
import { openPayee } from '../payees/payee-secret.ts';
import type { ServerKeys } from '../server-keys.ts';
import type { travellerById } from './transfers-store.ts';

export type Traveller = Awaited<ReturnType<typeof travellerById.only>>;

/** The order of a payout with its frozen destination; undefined when no secret of this server opens it. */
export function transferOrder(keys: ServerKeys, traveller: Traveller): TransferOrder | undefined {
  const { payoutId, payeeId, detailsEncrypted, amountCents, country, approvedAt } = traveller;
  const secret = openPayee(keys, payeeId, detailsEncrypted);
  if (!secret || approvedAt === null) return undefined;
  const reference = `${product.name} ${payoutId.slice(0, 8)}`;
  return { payoutId, amountCents, ...secret, country, reference, approvedAt };
}
