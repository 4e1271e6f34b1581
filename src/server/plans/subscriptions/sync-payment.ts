import { packs } from '#contract/business-rules.ts';
import type { Dependencies } from '../../dependencies.ts';
import { addPackLot, settleMoney } from '../balance/lots.ts';
import { queueRefunds, savePayments } from './apply-facts.ts';
import { readUnlessOvertaken } from './read-unless-overtaken.ts';
import { insertRefundsByRule } from './refund-store.ts';
import { type Reading, readSubscriptionAgain } from './sync-subscription.ts';

/** The job that reads a payment at the provider. */
export const syncChargeJob = 'sync-charge';

type Needs = Pick<Dependencies, 'database' | 'billing' | 'clock' | 'keys'>;

/** Reads a payment that was made, refunded or disputed: its subscription, or the pack that it paid for. */
export async function readPaymentAgain(deps: Needs, paymentId: string, reading: Reading): Promise<void> {
  const bought = await deps.billing.readBought(paymentId);
  if (bought === undefined) {
    reading.report(`The payment ${paymentId} has not arrived, or was not for a plan or a pack.`);
    return;
  }
  if ('subscriptionId' in bought) {
    return readSubscriptionAgain(deps, bought.subscriptionId, { ...reading, since: bought.paidAt });
  }
  await readPack(deps, bought.packPayment, reading);
}

/** A pack brings its reviews once, and nothing to an account that was deleted before it was paid. */
async function readPack(
  deps: Needs,
  { id, userId }: { readonly id: string; readonly userId: string },
  { report }: Reading,
): Promise<void> {
  const { database, billing, clock } = deps;
  const read = async () => {
    const bought = await billing.readBought(id);
    return bought && 'packPayment' in bought ? bought.packPayment : undefined;
  };
  const isSaved = await readUnlessOvertaken(
    database,
    { boughtId: id, userId },
    read,
    async (tx, paid, user) => {
      const { pack, userId: _, ...payment } = paid;
      const { paidAt } = payment;
      const bought = { subscriptionId: null, pack, userId };
      const period = { periodStart: paidAt, periodEnd: paidAt };
      const newPayments = await savePayments(tx, deps, bought, [{ ...payment, ...period }]);
      const now = clock.now();
      if (!user.isDeleted) {
        await addPackLot(tx, { artistId: userId, paymentId: id, reviews: packs[pack].reviews, now });
      } else if ((await insertRefundsByRule.run(tx, { paymentIds: [...newPayments], now })) > 0) {
        await queueRefunds(tx, userId);
      }
      await settleMoney(tx, { artistId: userId, now });
      return true;
    },
  );
  if (!isSaved) report(`The payment ${id} for a pack belongs to no user. Refund it at the provider.`);
}
