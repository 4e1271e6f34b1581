import { useState } from 'react';
import type { PendingPayout } from '#contract/admin.ts';
import { formatCents } from '#contract/cents.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Money } from '#web/ui/money.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { type Column, Table } from '#web/ui/table.tsx';
import { TimeAgo } from '#web/ui/time-ago.tsx';
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx';
import { useDecidePayout } from './decide-payout.ts';
import { RejectDialog } from './reject-dialog.tsx';

interface PendingPayoutsProps {
  payouts: readonly PendingPayout[] | undefined;
  hasMore: boolean;
  isLoadingMore: boolean;
  onLoadMore: () => void;
}

export function PendingPayouts({ payouts, hasMore, isLoadingMore, onLoadMore }: PendingPayoutsProps) {
  const { decide, isPending } = useDecidePayout();
  const [rejecting, setRejecting] = useState<PendingPayout | null>(null);
  if (payouts === undefined) return <Skeleton className="h-64 w-full" label="Loading..." />;
  if (payouts.length === 0)
    return <EmptyState title="No pending payouts">Every request has been decided.</EmptyState>;
  const columns: readonly Column<PendingPayout>[] = [
    ...requestColumns,
    {
      id: 'actions',
      header: 'Actions',
      cell: (payout) => (
        <DecisionButtons
          payout={payout}
          isPending={isPending}
          onApprove={() => decide(payout.id, { status: 'completed' })}
          onReject={() => setRejecting(payout)}
        />
      ),
    },
  ];
  return (
    <div className="grid gap-4">
      <Table caption="Pending payouts" columns={columns} rows={payouts} rowKey={({ id }) => id} />
      {hasMore && (
        <div>
          <Button variant="quiet" isPending={isLoadingMore} pendingLabel="Loading..." onPress={onLoadMore}>
            Load more
          </Button>
        </div>
      )}
      {rejecting !== null && (
        <RejectDialog
          payout={rejecting}
          onClose={() => setRejecting(null)}
          onReject={(reason) => decide(rejecting.id, { status: 'rejected', reason })}
        />
      )}
    </div>
  );
}

const requestColumns: readonly Column<PendingPayout>[] = [
  { id: 'listener', header: 'Listener', isRowHeader: true, cell: ({ displayName }) => displayName },
  {
    id: 'amount',
    header: 'Amount',
    align: 'end',
    cell: ({ amountCents }) => <Money cents={amountCents} tone="earned" />,
  },
  { id: 'requested', header: 'Requested', cell: ({ createdAt }) => <TimeAgo date={createdAt} /> },
  {
    id: 'status',
    header: 'Status',
    cell: ({ status, firstApprovedBy }) => (
      <span className="flex flex-wrap items-center justify-end gap-x-3 gap-y-1 sm:justify-start">
        <Badge variant="secondary">{status}</Badge>
        {firstApprovedBy !== null && (
          <span className="text-sm text-muted">{`Approved by ${firstApprovedBy.displayName}, needs a second admin`}</span>
        )}
      </span>
    ),
  },
];

interface DecisionButtonsProps {
  payout: PendingPayout;
  isPending: boolean;
  onApprove: () => void;
  onReject: () => void;
}

function DecisionButtons({ payout, isPending, onApprove, onReject }: DecisionButtonsProps) {
  const which = (
    <VisuallyHidden>{` ${formatCents(payout.amountCents)} for ${payout.displayName}`}</VisuallyHidden>
  );
  return (
    <span className="flex gap-2">
      <Button size="small" isDisabled={isPending} onPress={onApprove}>
        Approve{which}
      </Button>
      <Button size="small" variant="quiet" isDisabled={isPending} onPress={onReject}>
        Reject{which}
      </Button>
    </span>
  );
}
