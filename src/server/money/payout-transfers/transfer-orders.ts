import { product } from '#contract/product.ts';
import type { TransferOrder } from '../../adapters/payments/payout-service.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { ServerKeys } from '../../foundation/server-keys.ts';
import { openDestination } from '../payout-destinations/destination-secret.ts';
import { inTransitByIds, type PayoutInTransit } from './payout-transfers-store.ts';

/** The order of a payout with its frozen destination; undefined if no secret of this server decrypts it. */
export function transferOrder(keys: ServerKeys, payout: PayoutInTransit): TransferOrder | undefined {
  const { payoutId, payeeId, detailsEncrypted, amountCents, country, approvedAt } = payout;
  const secret = openDestination(keys, payeeId, detailsEncrypted);
  if (!secret || approvedAt === null) return undefined;
  const reference = `${product.name} ${payoutId.slice(0, 8)}`;
  return { payoutId, amountCents, ...secret, country, reference, approvedAt };
}

/** The orders of these payouts with their frozen destinations, by id. Erased destinations are left out. */
export async function ordersOf(
  { database, keys }: Pick<Dependencies, 'database' | 'keys'>,
  payoutIds: string[],
): Promise<TransferOrder[]> {
  const payouts = await inTransitByIds.all(database, { payoutIds });
  const wanted = payouts.filter(({ transfer, isWithdrawn }) => transfer !== 'failed' && !isWithdrawn);
  return wanted.flatMap((payout) => transferOrder(keys, payout) ?? []);
}
