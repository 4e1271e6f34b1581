import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { PendingPayout } from '#contract/admin.ts';
import { formatCents } from '#contract/cents.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { linkStyle } from '#web/ui/link-style.ts';
import { Money } from '#web/ui/money.tsx';
import { type Column, Table } from '#web/ui/table.tsx';
import { TimeAgo } from '#web/ui/time-ago.tsx';
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx';
import { AdminList } from './admin-list.tsx';
import { pendingPayoutsQuery } from './admin-queries.ts';
import { useDecidePayout } from './decide-payout.ts';
import { KeyHelp } from './key-help.tsx';
import { RejectDialog } from './reject-dialog.tsx';
import { useRowKeys } from './row-keys.ts';
import { SearchField } from './search-field.tsx';

const keys = [
  ['j k', 'move'],
  ['a', 'approve'],
  ['r', 'reject'],
] as const;

/** Pending requests, each to be approved or rejected. */
export function PayoutsTab() {
  const [search, setSearch] = useState('');
  const query = useInfiniteQuery(pendingPayoutsQuery(search));
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-end justify-between gap-4">
        <div className="w-full sm:w-72">
          <SearchField label="Search listeners" onSearch={setSearch} />
        </div>
        <KeyHelp keys={keys} />
      </div>
      <AdminList
        query={query}
        empty={
          search === '' ? (
            <EmptyState title="No pending payouts">Every request has been decided.</EmptyState>
          ) : (
            <EmptyState title="Nothing found">No pending payout of a listener “{search}…”.</EmptyState>
          )
        }
      >
        {(payouts) => <PendingPayouts payouts={payouts} />}
      </AdminList>
    </div>
  );
}

function PendingPayouts({ payouts }: { payouts: readonly PendingPayout[] }) {
  const { decide, isPending } = useDecidePayout();
  const [rejecting, setRejecting] = useState<PendingPayout | null>(null);
  const list = useRowKeys((key, id) => {
    const payout = payouts.find((one) => one.id === id);
    if (payout === undefined || isPending) return false;
    if (key === 'a') decide(payout.id, { status: 'completed' });
    else if (key === 'r') setRejecting(payout);
    else return false;
    return true;
  });
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
    <div ref={list}>
      <Table caption="Pending payouts" columns={columns} rows={payouts} rowKey={({ id }) => id} isWalkable />
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
  {
    id: 'listener',
    header: 'Listener',
    isRowHeader: true,
    cell: ({ listenerId, displayName }) => (
      <Link to="/app/admin" search={{ tab: 'users', user: listenerId }} className={linkStyle}>
        {displayName}
      </Link>
    ),
  },
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
    cell: ({ status, firstApprovedBy, isFirst, recentlyReset, relatedAccounts }) => (
      <span className="inline-flex flex-wrap justify-end gap-1.5 sm:justify-start">
        <Badge variant="secondary">{status}</Badge>
        {isFirst && <Badge variant="secondary">needs a full look</Badge>}
        {relatedAccounts > 0 && (
          <Badge variant="destructive">
            {relatedAccounts === 1 ? '1 related account' : `${relatedAccounts} related accounts`}
          </Badge>
        )}
        {recentlyReset && <Badge variant="destructive">recently reset</Badge>}
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
