import type { Transaction } from '../../adapters/database/database.ts';
import type { SubscriptionFacts } from '../../adapters/payments/billing.ts';
import { isRunning } from './billed-subscription-rules.ts';
import { forgetStray, saveStray, strayToRefund } from './billing-strays-store.ts';
import { insertRefundsByRule, refundsToCome } from './refund-store.ts';
import type { Report } from './report.ts';
import { queueRefunds } from './save-payments.ts';
import { later } from './subscription-rules.ts';

/**
 * A subscription that brings nothing, because its artist has another one or is deleted: what was paid for it is
 * refunded, and admins see it until the money is back. Returns it if it has to be ended at the provider.
 * @param newPayments a former plan that was not ended in time keeps the payments that it used
 */
export async function sendBack(
  tx: Transaction,
  of: {
    readonly userId: string;
    readonly facts: SubscriptionFacts;
    readonly newPayments: readonly string[];
    readonly now: Date;
  },
  report: Report,
): Promise<readonly string[]> {
  const { userId, facts, newPayments, now } = of;
  const { id: subscriptionId } = facts;
  const decided = await insertRefundsByRule.run(tx, { paymentIds: [...newPayments], now });
  if (decided > 0) await queueRefunds(tx, userId);
  const isBilled = isRunning(facts);
  const { toCome } = await refundsToCome.only(tx, { subscriptionId });
  if (toCome > 0) {
    report(
      `The subscription ${subscriptionId} brings nothing, because its artist has another one or is deleted. It is being canceled and refunded.`,
    );
    const stray = { subscriptionId, userId, priceId: facts.priceId, reason: 'not_refunded' } as const;
    await saveStray.run(tx, { ...stray, now, nextCheckAt: later(now) });
  } else if (isBilled) {
    await noteNotEnded(tx, { subscriptionId, userId, now });
  } else {
    await forgetStray.run(tx, { subscriptionId });
  }
  return isBilled ? [subscriptionId] : [];
}

export const isToRefund = async (tx: Transaction, subscriptionId: string): Promise<boolean> =>
  (await strayToRefund.run(tx, { subscriptionId })) > 0;

/** Recorded until the provider has ended it: it is retried every hour, and admins see it. */
export const noteNotEnded = (
  tx: Transaction,
  of: { readonly subscriptionId: string; readonly userId: string; readonly now: Date },
): Promise<unknown> =>
  saveStray.run(tx, { ...of, priceId: null, reason: 'not_ended', nextCheckAt: later(of.now) });
