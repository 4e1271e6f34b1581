import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { PayoutCost } from '#contract/money/payout-transfers/payout-costs.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Money } from '#web/ui/display/money.tsx';
import { Panel } from '#web/ui/display/panel.tsx';
import { type Column, Table } from '#web/ui/display/table.tsx';
import { TimeAgo } from '#web/ui/display/time-ago.tsx';
import { AdminList } from '../admin-list.tsx';
import { payoutCostsQuery } from '../books-queries.ts';
import { PayoutCostDialog } from './payout-cost-dialog.tsx';

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
        <AdminList<PayoutCost> query={costs} empty={<p className="text-muted">No bills entered yet.</p>}>
          {(rows) => <Table caption="Payout costs" columns={columns} rows={rows} rowKey={({ id }) => id} />}
        </AdminList>
      </div>
      {isAsking && <PayoutCostDialog onClose={() => setIsAsking(false)} />}
    </Panel>
  );
}

const columns: readonly Column<PayoutCost>[] = [
  { id: 'reason', header: 'What for', isRowHeader: true, cell: ({ reason }) => reason },
  { id: 'amount', header: 'Amount', align: 'end', cell: ({ amountCents }) => <Money cents={amountCents} /> },
  { id: 'by', header: 'By', cell: ({ bookedBy }) => bookedBy },
  { id: 'at', header: 'Entered', cell: ({ bookedAt }) => <TimeAgo date={bookedAt} /> },
];
