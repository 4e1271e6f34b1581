import { api } from '#contract/index.ts';
import type { Cents } from '#contract/primitives.ts';
import { callApi } from '#web/calls/api.ts';
import { AmountDialog } from '../amount-dialog.tsx';
import { useBooksAct } from '../books-act.ts';

/** Enters what a payment service or a bank charged for payouts. */
export function PayoutCostDialog({ onClose }: { onClose: () => void }) {
  const { act } = useBooksAct();
  const book = (amountCents: Cents, reason: string) =>
    act({
      // No `of`: nothing else keeps a cost whose response was lost from being booked again with another text.
      name: 'book-payout-cost',
      run: async (key) => {
        await callApi(api.books.bookPayoutCost, { body: { amountCents, reason }, idempotencyKey: key });
        return { title: 'Cost booked', body: 'The Founder page counts it.' };
      },
      failed: 'Nothing was booked',
    });
  return (
    <AmountDialog
      title="Enter a payout cost"
      directions={{ plus: 'Charged', minus: 'Refunded' }}
      sentenceLabel="What it was for"
      confirmLabel={(_, amount) => (amount === null ? 'Book it' : `Book ${amount}`)}
      onConfirm={book}
      onClose={onClose}
    >
      Take the amount from the bill of your payment service or bank. To correct a mistake, enter the same
      amount as refunded.
    </AmountDialog>
  );
}
