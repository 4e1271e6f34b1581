import { formatCents } from '#contract/cents.ts';
import { firstStripeTransferCost } from '#contract/money/payout-destinations/destinations.ts';
import type { PayoutRequest } from '#contract/money/wallet/wallet.ts';
import { LoadMore } from '#web/ui/controls/load-more.tsx';
import { Badge } from '#web/ui/display/badge.tsx';
import { column, money, rowName } from '#web/ui/display/columns.tsx';
import { EmptyState } from '#web/ui/display/empty-state.tsx';
import { type Column, Table } from '#web/ui/display/table.tsx';
import { TimeAgo } from '#web/ui/display/time-ago.tsx';
import { CancelPayout } from './cancel-payout.tsx';

/**
 * Pending as secondary, anything but completed as destructive (specification 2, Wallet). Completed is a plain word: only
 * what is not normal is a badge (docs/decisions/where-the-product-departs-from-the-specification.md).
 */
const badges = {
  completed: 'quiet',
  pending: 'secondary',
  rejected: 'destructive',
  cancelled: 'destructive',
} as const;

/** The page uses one spelling; the API keeps its own. */
const statusText = ({ status }: PayoutRequest) => (status === 'cancelled' ? 'canceled' : status);

const day = new Intl.DateTimeFormat('en-US', {
  weekday: 'short',
  month: 'short',
  day: 'numeric',
  timeZone: 'UTC',
});

/** A pending request's place and promised date, for example 'No. 3 in the queue, decided by Fri, Mar 6'. */
function queueText({ queuePosition, promisedBy }: PayoutRequest): string | null {
  if (queuePosition === null) return null;
  const place = queuePosition === 1 ? 'Next in the queue' : `No. ${queuePosition} in the queue`;
  return promisedBy === null ? place : `${place}, decided by ${day.format(new Date(promisedBy))}`;
}

/** The state of an approved payout's transfer. */
const transferTexts = {
  waiting: 'Waiting to be sent',
  sending: 'On its way',
  paid: 'Arrived',
  failed: 'Did not arrive',
  checking: 'We’re checking with the payment service whether it arrived',
} as const;

/** What to do if the method is no longer supported, since the destination is frozen. */
const methodGone = {
  pending: 'We no longer pay this way. Choose another destination, cancel this request and request it again.',
  completed:
    'We no longer pay this way. Write to support. We’ll return the money to your balance, and you can request it again.',
} as const;

/** The transfer's state and destination, in words beside the badge. */
function transferText(payout: PayoutRequest): string | null {
  const { amountCents, status, transfer, destination, waitsForTaxDetails, waitsForCents, isMethodGone } =
    payout;
  if (transfer === null || status === 'cancelled') return null;
  if (status === 'rejected') return transfer === 'failed' ? transferTexts.failed : null;
  if (waitsForTaxDetails)
    return 'You’ve reached the yearly amount at which we need your tax details. Write to support. We’ll send this once we have them.';
  if (isMethodGone) return methodGone[status === 'pending' ? 'pending' : 'completed'];
  if (destination === null)
    return status === 'pending'
      ? 'It waits until you say where it should go.'
      : 'Not sent yet: no destination';
  if (waitsForCents !== undefined)
    return `Waits until your payouts to ${destination} reach ${formatCents(waitsForCents)} together, because Stripe would charge ${formatCents(firstStripeTransferCost(amountCents))} to send ${formatCents(amountCents)}. It goes with your next one.`;
  return status === 'pending' ? `Goes to ${destination}` : `${transferTexts[transfer]}: ${destination}`;
}

const notesOf = (payout: PayoutRequest): string[] =>
  [
    payout.status === 'cancelled' ? 'You canceled it' : queueText(payout),
    transferText(payout),
    payout.reason,
  ].filter((note) => note !== null);

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
