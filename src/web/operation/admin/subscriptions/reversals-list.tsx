import { useInfiniteQuery } from '@tanstack/react-query';
import type { Reversal } from '#contract/operation/admin/admin-billing.ts';
import { Badge } from '#web/ui/display/badge.tsx';
import { Money } from '#web/ui/display/money.tsx';
import { type Column, Table } from '#web/ui/display/table.tsx';
import { TimeAgo } from '#web/ui/display/time-ago.tsx';
import { AdminList } from '../admin-list.tsx';
import { reversalsQuery } from '../admin-queries.ts';
import { UserLink } from './billing-panel.tsx';
import { reversalBadges } from './subscription-states.ts';

/** Refunds and disputes, newest first. */
export function ReversalsList() {
  const query = useInfiniteQuery(reversalsQuery);
  return (
    <section aria-labelledby="reversals" className="grid gap-4">
      <h2 id="reversals" className="text-2xl">
        Refunds and disputes
      </h2>
      <AdminList query={query} empty={<p className="text-muted">No refunds or disputes yet.</p>}>
        {(reversals) => (
          <Table caption="Refunds and disputes" columns={columns} rows={reversals} rowKey={({ id }) => id} />
        )}
      </AdminList>
    </section>
  );
}

const columns: readonly Column<Reversal>[] = [
  { id: 'user', header: 'User', isRowHeader: true, cell: ({ user }) => <UserLink user={user} /> },
  {
    id: 'kind',
    header: 'Kind',
    cell: ({ kind, status }) => {
      const [label, variant] = reversalBadges[status];
      return (
        <span className="inline-flex flex-wrap items-center gap-2">
          {kind === 'refund' ? 'Refund' : 'Dispute'} <Badge variant={variant}>{label}</Badge>
        </span>
      );
    },
  },
  {
    id: 'amount',
    header: 'Amount',
    align: 'end',
    cell: ({ amountCents, paidCents, feeCents, currency }) => (
      <>
        <Money cents={amountCents} currency={currency} />
        <span className="block text-sm text-muted">
          of <Money cents={paidCents} currency={currency} />
          {feeCents !== null && feeCents > 0 && (
            <>
              , fee <Money cents={feeCents} currency={currency} />
            </>
          )}
        </span>
      </>
    ),
  },
  {
    id: 'payment',
    header: 'Payment',
    cell: ({ paymentId, paidAt }) => (
      <>
        <span className="text-sm wrap-anywhere">{paymentId}</span>
        <span className="block text-sm text-muted">
          paid <TimeAgo date={paidAt} />
        </span>
      </>
    ),
  },
  { id: 'when', header: 'When', cell: ({ happenedAt }) => <TimeAgo date={happenedAt} /> },
];
