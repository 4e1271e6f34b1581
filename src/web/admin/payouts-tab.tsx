import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { PendingPayout } from '#contract/admin.ts';
import { formatCents } from '#contract/cents.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { linkStyle } from '#web/ui/controls/link-style.ts';
import { Badge } from '#web/ui/display/badge.tsx';
import { EmptyState } from '#web/ui/display/empty-state.tsx';
import { Money } from '#web/ui/display/money.tsx';
import { SteadyRows } from '#web/ui/display/steady-rows.tsx';
import { type Column, Table } from '#web/ui/display/table.tsx';
import { TimeAgo } from '#web/ui/display/time-ago.tsx';
import { VisuallyHidden } from '#web/ui/display/visually-hidden.tsx';
import { AdminList } from './admin-list.tsx';
import { pendingPayoutsQuery } from './admin-queries.ts';
import { useDecidePayout } from './decide-payout.ts';
import { KeyHelp } from './key-help.tsx';
import { RejectDialog } from './reject-dialog.tsx';
import { useRowKeys } from './row-keys.ts';
import { SearchField } from './search-field.tsx';
import { TestBadge } from './test-badge.tsx';

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
    if (key === 'a' && !payout.isTest) decide(payout, { status: 'completed' });
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
          onApprove={() => decide(payout, { status: 'completed' })}
          onReject={() => setRejecting(payout)}
        />
      ),
    },
  ];
  return (
    <div ref={list} className="grid gap-4">
      <WhatToCheck payouts={payouts} />
      <SteadyRows rows={payouts.map(({ id }) => id)} isCovered={rejecting !== null}>
        <Table
          caption="Pending payouts"
          columns={columns}
          rows={payouts}
          rowKey={({ id }) => id}
          isWalkable
        />
      </SteadyRows>
      {rejecting !== null && (
        <RejectDialog
          payout={rejecting}
          onClose={() => setRejecting(null)}
          onReject={(reason) => decide(rejecting, { status: 'rejected', reason })}
        />
      )}
    </div>
  );
}

/** What the badges in the list ask an admin to look at before the money leaves. */
function WhatToCheck({ payouts }: { payouts: readonly PendingPayout[] }) {
  const notes = [
    payouts.some(({ isFirst, isTest }) => isFirst && !isTest) &&
      'First payout: open the listener’s name. Check related accounts and how many reviews were rejected or reversed, then read a few approved ones in the Reviews tab, under Decided.',
    payouts.some(({ isTest }) => isTest) &&
      'Test accounts are never paid, count in no figure and hold no place in the queue. Reject their requests to clear them.',
  ].filter((note) => note !== false);
  return notes.map((note) => (
    <p key={note} className="max-w-prose text-sm text-muted">
      {note}
    </p>
  ));
}

const requestColumns: readonly Column<PendingPayout>[] = [
  {
    id: 'listener',
    header: 'Listener',
    isRowHeader: true,
    cell: ({ listenerId, displayName, isTest }) => (
      <span className="inline-flex flex-wrap items-center gap-x-2">
        <Link to="/app/admin" search={{ tab: 'users', user: listenerId }} className={linkStyle}>
          {displayName}
        </Link>
        {isTest && <TestBadge />}
      </span>
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
    cell: ({ status, firstApprovedBy, isFirst, isTest, recentlyReset, relatedAccounts, cluster }) => (
      <span className="inline-flex flex-wrap justify-end gap-1.5 sm:justify-start">
        <Badge variant="secondary">{status}</Badge>
        {isFirst && !isTest && <Badge variant="secondary">First payout: check reviews</Badge>}
        {cluster !== null && (
          <Link to="/app/admin" search={{ tab: 'clusters', cluster: cluster.id }} className={linkStyle}>
            {`In a cluster of ${cluster.members}`}
          </Link>
        )}
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
      {!payout.isTest && (
        <Button size="small" isDisabled={isPending} onPress={onApprove}>
          Approve{which}
        </Button>
      )}
      <Button size="small" variant="quiet" isDisabled={isPending} onPress={onReject}>
        Reject{which}
      </Button>
    </span>
  );
}
