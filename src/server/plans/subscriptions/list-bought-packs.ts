import type { BoughtPack } from '#contract/plans/subscriptions.ts';
import type { Dependencies } from '../../foundation/dependencies.ts';
import { packsOf } from './refund-store.ts';

/** An artist's packs, the newest first. */
export async function listBoughtPacks(
  { database }: Pick<Dependencies, 'database'>,
  userId: string,
): Promise<BoughtPack[]> {
  const bought = await packsOf.all(database, { userId, most: 20 });
  return bought.map(({ pack, paidAt, amountCents, backCents, openDisputes, isToRefund }) => ({
    pack,
    paidAt: paidAt.toISOString(),
    amountCents,
    state:
      openDisputes > 0
        ? 'disputed'
        : backCents >= amountCents
          ? 'refunded'
          : isToRefund
            ? 'refunding'
            : 'paid',
  }));
}
