import type { PayoutRequest } from '#contract/wallet.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Money } from '#web/ui/money.tsx';
import { type Column, Table } from '#web/ui/table.tsx';
import { TimeAgo } from '#web/ui/time-ago.tsx';

/** Completed as default, pending as secondary, anything else as destructive (specification 2, Wallet). */
const badges = { completed: 'default', pending: 'secondary', rejected: 'destructive' } as const;

const columns: readonly Column<PayoutRequest>[] = [
  {
    id: 'requested',
    header: 'Requested',
    isRowHeader: true,
    cell: ({ createdAt }) => <TimeAgo date={createdAt} />,
  },
  { id: 'amount', header: 'Amount', align: 'end', cell: ({ amountCents }) => <Money cents={amountCents} /> },
  {
    id: 'status',
    header: 'Status',
    cell: ({ status, reason }) => (
      <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Badge variant={badges[status]}>{status}</Badge>
        {reason !== null && <span className="text-sm text-muted">{reason}</span>}
      </span>
    ),
  },
  {
    id: 'processed',
    header: 'Processed',
    cell: ({ processedAt }) =>
      processedAt === null ? <span className="text-muted">Not yet</span> : <TimeAgo date={processedAt} />,
  },
];

interface PayoutHistoryProps {
  payouts: readonly PayoutRequest[];
  hasMore: boolean;
  isLoadingMore: boolean;
  onLoadMore: () => void;
}

export function PayoutHistory({ payouts, hasMore, isLoadingMore, onLoadMore }: PayoutHistoryProps) {
  return (
    <section aria-labelledby="payout-history" className="grid gap-4">
      <h2 id="payout-history" className="text-3xl">
        Payout History
      </h2>
      {payouts.length === 0 ? (
        <EmptyState title="No payouts yet" level={3}>
          Your requests will be listed here, newest first.
        </EmptyState>
      ) : (
        <Table caption="Payout History" columns={columns} rows={payouts} rowKey={({ id }) => id} />
      )}
      {hasMore && (
        <div>
          <Button variant="quiet" isPending={isLoadingMore} pendingLabel="Loading..." onPress={onLoadMore}>
            Load more
          </Button>
        </div>
      )}
    </section>
  );
}
