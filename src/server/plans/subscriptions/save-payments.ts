import type { Pack } from '#contract/business-rules.ts';
import type { Transaction } from '../../adapters/database/database.ts';
import { enqueue } from '../../adapters/jobs/job-queue.ts';
import type { PaymentFacts } from '../../adapters/payments/billing.ts';
import type { Dependencies } from '../../foundation/dependencies.ts';
import { cardMark } from '../../trust/linked-accounts/marks.ts';
import { savePayment, saveReversal } from './billing-money-store.ts';
import { refundPlanJob } from './refund-rules.ts';
import { reopenRefunds } from './refund-store.ts';

/** Saves payments, refunds and disputes of a subscription, or of a pack. Returns the payments that were not known before. */
export async function savePayments(
  tx: Transaction,
  { keys }: Pick<Dependencies, 'keys'>,
  of: { readonly subscriptionId: string | null; readonly pack: Pack | null; readonly userId: string },
  payments: readonly PaymentFacts[],
): Promise<readonly string[]> {
  const saved = await Promise.all(
    payments.map(async ({ reversals, card, arrivedAt: _, ...paid }) => {
      const mark = card === null ? null : cardMark(keys, card);
      const { isNew } = await savePayment.only(tx, { ...paid, ...of, cardMark: mark });
      for (const reversal of reversals) await saveReversal.run(tx, { ...reversal, paymentId: paid.id });
      return isNew ? [paid.id] : [];
    }),
  );
  const boughtId = of.subscriptionId ?? payments[0]?.id;
  if (boughtId !== undefined) await askAgain(tx, boughtId);
  return saved.flat();
}

/** Once a dispute is won, a refund that an admin decided can be requested again. */
async function askAgain(tx: Transaction, boughtId: string): Promise<void> {
  const [reopened] = await reopenRefunds.all(tx, { boughtId });
  if (!reopened) return;
  await queueRefunds(tx, reopened.userId);
}

/** Has the decided refunds of a user requested at the provider. */
export const queueRefunds = (tx: Transaction, userId: string): Promise<unknown> =>
  enqueue(tx, { name: refundPlanJob, payload: { userId }, key: `${refundPlanJob}:${userId}` });
