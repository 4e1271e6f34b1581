import { Link } from '@tanstack/react-router';
import { payoutDoubts } from '#contract/money/wallet/payout-doubts.ts';
import type { PendingPayout } from '#contract/operation/admin/admin.ts';
import { linkStyle } from '#web/ui/controls/link-style.ts';
import { Badge } from '#web/ui/display/badge.tsx';
import { Money } from '#web/ui/display/money.tsx';
import type { Column } from '#web/ui/display/table.tsx';
import { TimeAgo } from '#web/ui/display/time-ago.tsx';
import { TestBadge } from '../test-badge.tsx';

const checks: readonly { readonly applies: (payout: PendingPayout) => boolean; readonly note: string }[] = [
  {
    applies: ({ isFirst, isTest }) => isFirst && !isTest,
    note: 'First payout: read three of its reviews before you approve it. Open the listener’s name for related accounts and reversed reviews.',
  },
  {
    applies: ({ sharedDestination }) => sharedDestination > 0,
    note: 'Shared destination: other accounts use the same one. That can be one household, or a ring of fake accounts. Compare their related accounts before you approve.',
  },
  {
    applies: ({ isStopped }) => isStopped,
    note: 'Stopped: someone at one of the account’s addresses used “This was not me”. Nothing is sent until you talk to the listener and lift the stop on their page.',
  },
  {
    applies: ({ isSuspended }) => isSuspended,
    note: 'Suspended: once approved, the money waits 30 days to leave time for an appeal.',
  },
  {
    applies: ({ destination, isTest }) => destination === null && !isTest,
    note: 'No destination: you can approve it. It waits until the listener chooses one.',
  },
  {
    applies: ({ isTest }) => isTest,
    note: 'Only the test provider pays test accounts. They aren’t counted and hold no place in the queue.',
  },
];

/** What an admin should check before paying, by the badges and doubts in the list. */
export function WhatToCheck({ payouts }: { payouts: readonly PendingPayout[] }) {
  const found = new Set(payouts.flatMap(({ doubts }) => doubts));
  const notes = [
    ...checks.filter(({ applies }) => payouts.some(applies)).map(({ note }) => note),
    ...[...found].map((doubt) => payoutDoubts[doubt].look),
  ];
  if (notes.every((note) => note === null)) return null;
  return (
    <div className="grid items-start gap-x-10 gap-y-3 lg:grid-cols-2">
      {notes.map(
        (note) =>
          note !== null && (
            <p key={note} className="max-w-prose text-sm text-muted">
              {note}
            </p>
          ),
      )}
    </div>
  );
}

const day = new Intl.DateTimeFormat('en-US', {
  weekday: 'short',
  month: 'short',
  day: 'numeric',
  timeZone: 'UTC',
});

function Marks({ payout }: { payout: PendingPayout }) {
  const { status, firstApprovedBy, isFirst, isTest, recentlyReset, relatedAccounts } = payout;
  const { sharedDestination, isStopped, isSuspended, cluster, doubts } = payout;
  return (
    <span className="inline-flex flex-wrap items-baseline gap-1.5">
      <Badge variant="quiet">{status}</Badge>
      {isFirst && !isTest && <Badge variant="secondary">First payout</Badge>}
      {isStopped && <Badge variant="destructive">stopped</Badge>}
      {isSuspended && <Badge variant="destructive">suspended</Badge>}
      {relatedAccounts > 0 && (
        <Badge variant="destructive">
          {relatedAccounts === 1 ? '1 related account' : `${relatedAccounts} related accounts`}
        </Badge>
      )}
      {cluster !== null && (
        <Link
          to="/app/admin"
          search={{ tab: 'clusters', cluster: cluster.id }}
          className={`lone-link ${linkStyle}`}
        >
          {`In a cluster of ${cluster.members}`}
        </Link>
      )}
      {sharedDestination > 0 && <Badge variant="destructive">shared destination</Badge>}
      {recentlyReset && <Badge variant="destructive">recently reset</Badge>}
      {doubts.length > 0 && (
        <span className="text-sm text-muted">
          {`Not approved by rule: ${doubts.map((doubt) => payoutDoubts[doubt].name).join(', ')}`}
        </span>
      )}
      {firstApprovedBy !== null && (
        <span className="text-sm text-muted">{`Approved by ${firstApprovedBy.displayName}, needs a second admin`}</span>
      )}
    </span>
  );
}

function Destination({ payout: { destination, heldUntil } }: { payout: PendingPayout }) {
  if (destination === null) return <span className="text-muted">None yet</span>;
  return (
    <>
      <span className="tabular block">{destination}</span>
      {heldUntil !== null && (
        <span className="block whitespace-nowrap text-sm text-muted">{`on hold until ${day.format(new Date(heldUntil))}`}</span>
      )}
    </>
  );
}

export const payoutColumns: readonly Column<PendingPayout>[] = [
  {
    id: 'listener',
    header: 'Listener',
    isRowHeader: true,
    cell: ({ listenerId, displayName, isTest }) => (
      <span className="inline-flex min-w-28 flex-wrap items-center gap-x-2">
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
  {
    id: 'requested',
    header: 'Requested',
    cell: ({ createdAt, promisedBy }) => (
      <>
        <TimeAgo date={createdAt} />
        {promisedBy !== null && (
          <span className="whitespace-nowrap text-sm text-muted max-lg:ms-1.5 lg:block">{`due ${day.format(new Date(promisedBy))}`}</span>
        )}
      </>
    ),
  },
  { id: 'destination', header: 'Goes to', cell: (payout) => <Destination payout={payout} /> },
  { id: 'status', header: 'Status', sharesLine: true, cell: (payout) => <Marks payout={payout} /> },
];
