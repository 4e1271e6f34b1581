import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { formatCents } from '#contract/cents.ts';
import { api } from '#contract/index.ts';
import type { PendingPayout } from '#contract/operation/admin/admin.ts';
import type { PayoutReading as Reading } from '#contract/operation/admin/admin-readings.ts';
import { callApi } from '#web/calls/api.ts';
import { failureText, toastFor } from '#web/calls/error-messages.ts';
import { queryKeys } from '#web/calls/query-keys.ts';
import { LoadFailure } from '#web/load-failure.tsx';
import { Button } from '#web/ui/controls/button.tsx';
import { Dialog } from '#web/ui/controls/dialog.tsx';
import { shortcutKey } from '#web/ui/controls/shortcut-key.ts';
import { Skeleton } from '#web/ui/display/skeleton.tsx';
import { toast } from '#web/ui/display/toast-queue.ts';
import { KeyHelp } from '../key-help.tsx';
import { ReadReview } from '../read-review.tsx';
import { useRowDecisions } from '../row-decisions.ts';
import { SentenceForm } from '../sentence-form.tsx';

/** Three reviews of a payout. Opening them is recorded, so it is asked once for each opening. */
export function usePayoutReading(payoutId: string) {
  const queries = useQueryClient();
  return useQuery({
    queryKey: queryKeys['payout-reading'].payout(payoutId),
    queryFn: async () => {
      const reading = await callApi(api.admin.readPayout, { params: { payoutId }, body: {} });
      // The payout can be approved from now on.
      void queries.invalidateQueries({ queryKey: queryKeys.admin.allPayouts });
      return reading;
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** Reading takes longer, so an earlier key is the second press of a double press, which opened this. */
const slipMilliseconds = 1000;

/** The keys of the dialog, some time after its reviews are shown. */
function useReadingKeys(areShown: boolean, act: (key: string) => boolean): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.repeat || event.ctrlKey || event.metaKey || event.altKey) return;
    if (act(shortcutKey(event))) event.preventDefault();
  });
  useEffect(() => {
    if (!areShown) return undefined;
    const listen = (event: KeyboardEvent) => press(event);
    const timer = setTimeout(() => document.addEventListener('keydown', listen), slipMilliseconds);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('keydown', listen);
    };
  }, [areShown]);
}

interface PayoutReadingProps {
  payout: PendingPayout;
  canApprove: boolean;
  onClose: () => void;
  onApprove: () => void;
  onReject: () => void;
}

/** The payout's row, opened: what it pays for, and the decision. */
export function PayoutReading({ payout, canApprove, onClose, onApprove, onReject }: PayoutReadingProps) {
  const reading = usePayoutReading(payout.id);
  const [isWithholding, setWithholding] = useState(false);
  const withholding = useWithholdPayout();
  const title = `${formatCents(payout.amountCents)} for ${payout.displayName}`;
  const hasReviews = reading.data !== undefined && reading.data.reviews.length > 0;
  useReadingKeys(reading.data !== undefined && !isWithholding, (key) => {
    if (key === 'a' && canApprove) onApprove();
    else if (key === 'r') onReject();
    else if (key === 'n' && hasReviews) setWithholding(true);
    else return false;
    return true;
  });
  if (isWithholding)
    return (
      <SentenceForm
        title="These are not reviews?"
        label="A sentence for the listener"
        most={500}
        confirmLabel="Put the money under review"
        tone="danger"
        onClose={onClose}
        onConfirm={(sentence) => withholding.decide({ payout, sentence })}
      >
        <p>
          {`The payout ends, and ${formatCents(payout.amountCents)} is under review. ${payout.displayName} reads your sentence and can appeal once, within 14 days. Then an admin decides finally.`}
        </p>
      </SentenceForm>
    );
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={title}
      isDismissable
      isWide
      actions={
        <>
          <div className="me-auto flex">
            <KeyHelp
              keys={[
                ...(canApprove ? [['a', 'approve'] as const] : []),
                ...(hasReviews ? [['n', 'these are not reviews'] as const] : []),
                ['r', 'reject'],
              ]}
            />
          </div>
          <Button variant="quiet" onPress={onReject}>
            Reject
          </Button>
          {hasReviews && (
            <Button variant="danger" onPress={() => setWithholding(true)}>
              These are not reviews
            </Button>
          )}
          {canApprove && (
            <Button isDisabled={reading.data === undefined} onPress={onApprove}>
              Approve
            </Button>
          )}
        </>
      }
    >
      {reading.data === undefined ? (
        reading.isError ? (
          <LoadFailure title="Error loading the reviews" onRetry={() => void reading.refetch()}>
            {failureText(reading.error)}
          </LoadFailure>
        ) : (
          <Skeleton className="h-64 w-full" label="Loading..." />
        )
      ) : (
        <SomeReviews reading={reading.data} />
      )}
    </Dialog>
  );
}

function SomeReviews({ reading }: { reading: Reading }) {
  const { reviews, paidReviews, pressedReviews, foundNothing } = reading;
  if (reviews.length === 0) return <p>This payout pays no reviews, so there is nothing to read.</p>;
  return (
    <>
      <p className="text-sm text-muted">
        {[
          `${reviews.length} of the ${paidReviews} reviews it pays, chosen by chance.`,
          ...(pressedReviews > 0 ? [`Artists said that ${pressedReviews} of them say nothing.`] : []),
          ...(foundNothing > 0
            ? [`People found nothing in ${foundNothing} of this listener’s reviews.`]
            : []),
        ].join(' ')}
      </p>
      <ul className="grid items-start gap-x-8 gap-y-4 lg:grid-cols-3">
        {reviews.map((review) => (
          <li key={review.id} className="border-t border-line pt-4">
            <ReadReview review={review} isShort />
          </li>
        ))}
      </ul>
    </>
  );
}

interface Withheld {
  readonly payout: PendingPayout;
  readonly sentence: string;
}

/** Ends a payout whose reviews are none. */
const useWithholdPayout = () =>
  useRowDecisions({
    act: 'withhold-payout',
    rowsOf: ({ payout }) => [payout.id],
    send: ({ payout, sentence }: Withheld) =>
      callApi(api.admin.withholdPayout, { params: { payoutId: payout.id }, body: { sentence } }),
    onSuccess: (_, { payout }) =>
      toast({
        title: 'Payout withheld',
        body: `${formatCents(payout.amountCents)} of ${payout.displayName} is under review.`,
      }),
    onError: (error) => toast(toastFor(error, { title: 'The payout was not withheld' })),
    lists: ['payouts', 'withheld'],
  });
