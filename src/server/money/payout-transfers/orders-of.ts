import type { TransferOrder } from '../../adapters/payout-service/payout-service.ts';
import type { Dependencies } from '../../foundation/dependencies.ts';
import { travelersByIds } from './payout-transfers-store.ts';
import { transferOrder } from './transfer-order.ts';

/** The orders of these payouts with their frozen destinations, by id. Erased destinations are left out. */
export async function ordersOf(
  { database, keys }: Pick<Dependencies, 'database' | 'keys'>,
  payoutIds: string[],
): Promise<TransferOrder[]> {
  const travelers = await travelersByIds.all(database, { payoutIds });
  const wanted = travelers.filter(({ transfer, isWithdrawn }) => transfer !== 'failed' && !isWithdrawn);
  return wanted.flatMap((traveler) => transferOrder(keys, traveler) ?? []);
}
