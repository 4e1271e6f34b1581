import type { PayoutRequest } from '#contract/money/wallet/wallet.ts';
import { LoadMore } from '#web/ui/controls/load-more.tsx';
import { Badge } from '#web/ui/display/badge.tsx';
import { column, money, rowName } from '#web/ui/display/columns.tsx';
import { EmptyState } from '#web/ui/display/empty-state.tsx';
import { type Column, Table } from '#web/ui/display/table.tsx';
import { TimeAgo } from '#web/ui/display/time-ago.tsx';
import { CancelPayout } from './cancel-payout.tsx';
import { badges, notesOf, statusText } from './payout-texts.ts';

const columns: readonly Column<PayoutRequest>[] = [
  rowName('Requested', ({ createdAt }) => <TimeAgo date={createdAt} />),
  money('Amount', ({ amountCents }) => amountCents),
  column('Status', (payout) => (
    <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <Badge variant={badges[payout.status]}>{statusText(payout)}</Badge>
      {notesOf(payout).map((note) => (
        <span key={note} className="text-sm text-muted">
          {note}
        </span>
      ))}
    </span>
  )),
  column(
    'Processed',
    (payout) =>
      payout.processedAt === null ? (
        <span className="inline-flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="text-muted max-lg:sr-only">Not yet</span>
          <CancelPayout payout={payout} />
        </span>
      ) : (
        <TimeAgo date={payout.processedAt} />
      ),
    { isNamed: ({ processedAt }) => processedAt !== null },
  ),
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
          Your requests appear here, newest first.
        </EmptyState>
      ) : (
        <Table caption="Payout History" columns={columns} rows={payouts} rowKey={({ id }) => id} />
      )}
      {hasMore && <LoadMore isLoading={isLoadingMore} onPress={onLoadMore} />}
    </section>
  );
}
