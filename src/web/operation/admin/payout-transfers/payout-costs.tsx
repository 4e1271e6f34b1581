import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '#contract/index.ts';
import type { PayoutCost } from '#contract/money/payout-transfers/payout-costs.ts';
import type { Cents } from '#contract/primitives.ts';
import { callApi } from '#web/calls/api.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { column, money, rowName, timeAgo } from '#web/ui/display/columns.tsx';
import { Money } from '#web/ui/display/money.tsx';
import { Panel } from '#web/ui/display/panel.tsx';
import type { Column } from '#web/ui/display/table.tsx';
import { AdminTable } from '../admin-list.tsx';
import { payoutCostsQuery } from '../admin-queries.ts';
import { AmountDialog } from '../amount-dialog.tsx';
import { useBooksAct } from '../books-act.ts';

/** Fees of payment services and banks for payouts. */
export function PayoutCosts() {
  const costs = useInfiniteQuery(payoutCostsQuery);
  const [isAsking, setIsAsking] = useState(false);
  const total = costs.data?.pages[0]?.totalCents;
  return (
    <Panel
      title="Payout costs"
      actions={
        <Button size="small" variant="quiet" onPress={() => setIsAsking(true)}>
          Enter a cost
        </Button>
      }
    >
      <div className="grid gap-4">
        <p className="max-w-prose text-muted">
          {total !== undefined && (
            <>
              <Money cents={total} /> so far.{' '}
            </>
          )}
          Enter what Stripe, PayPal or your bank charges for payouts, as the bill says. Earshot books Stripe’s
          fee for each transfer automatically.
        </p>
        <AdminTable
          query={costs}
          empty={<p className="text-muted">No bills entered yet.</p>}
          caption="Payout costs"
          columns={columns}
          rowKey={({ id }) => id}
        />
      </div>
      {isAsking && <PayoutCostDialog onClose={() => setIsAsking(false)} />}
    </Panel>
  );
}

const columns: readonly Column<PayoutCost>[] = [
  rowName('What for', ({ reason }) => reason),
  money('Amount', ({ amountCents }) => amountCents),
  column('By', ({ bookedBy }) => bookedBy),
  timeAgo('Entered', ({ bookedAt }) => bookedAt),
];

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
