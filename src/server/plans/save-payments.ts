import type { PaymentFacts } from '../adapters/billing/billing.ts';
import type { Transaction } from '../adapters/database/database.ts';
import { enqueue } from '../adapters/jobs/job-queue.ts';
import type { Dependencies } from '../foundation/dependencies.ts';
import { cardMark } from '../trust/relations/marks.ts';
import { savePayment, saveReversal } from './billing-money-store.ts';
import { refundPlanJob } from './refund-rules.ts';
import { reopenRefunds } from './refund-store.ts';

/** Saves payments, refunds and disputes of a subscription. */
export async function savePayments(
  tx: Transaction,
  { keys }: Pick<Dependencies, 'keys'>,
  of: { readonly subscriptionId: string; readonly userId: string },
  payments: readonly PaymentFacts[],
): Promise<void> {
  await Promise.all(
    payments.flatMap(({ reversals, card, arrivedAt: _, ...paid }) => [
      savePayment.run(tx, { ...paid, ...of, cardMark: card === null ? null : cardMark(keys, card) }),
      ...reversals.map((reversal) => saveReversal.run(tx, { ...reversal, paymentId: paid.id })),
    ]),
  );
  await askAgain(tx, of.subscriptionId);
}

/** Once a dispute is won, a refund that an admin decided can be requested again. */
async function askAgain(tx: Transaction, subscriptionId: string): Promise<void> {
  const [reopened] = await reopenRefunds.all(tx, { subscriptionId });
  if (!reopened) return;
  const { userId } = reopened;
  await enqueue(tx, { name: refundPlanJob, payload: { userId }, key: `${refundPlanJob}:${userId}` });
}
