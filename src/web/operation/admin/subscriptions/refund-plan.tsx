import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { cents, formatCents } from '#contract/cents.ts';
import { api } from '#contract/index.ts';
import type { PlanRefund, SubscriptionEntry } from '#contract/operation/admin/admin-billing.ts';
import { callApi } from '#web/calls/api.ts';
import { type ToastText, toastFor } from '#web/calls/error-messages.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { ConfirmDialog } from '#web/ui/controls/confirm-dialog.tsx';
import { dayText } from '#web/ui/display/day.tsx';
import { toast } from '#web/ui/display/toast-queue.ts';
import { refetchAfter } from '../refetch-after.ts';

const failedText = 'The money didn’t arrive. Refund it at the provider.';

const done = ({ state, amountCents, problem }: PlanRefund, name: string): ToastText => {
  const amount = formatCents(amountCents);
  if (state === 'refunded')
    return { title: 'Refunded', body: `${amount} goes back to ${name}. The plan has ended.` };
  if (state === 'under_way') {
    return {
      title: 'The refund is on its way',
      body: 'The provider isn’t responding. Earshot will try again.',
    };
  }
  if (state === 'failed') return { title: 'The refund failed', body: failedText };
  return { title: 'The provider refused the refund', body: problem ?? '' };
};

/** The state of a refund, or its button while the first payment can be refunded. */
export function RefundPlan({ entry }: { entry: SubscriptionEntry }) {
  const { refund, refundableUntil } = entry;
  if (refund !== null) {
    return (
      <>
        <span className="block text-sm text-muted">{refundText(refund)}</span>
        {refund.state === 'under_way' && <AskAgain entry={entry} />}
      </>
    );
  }
  return refundableUntil === null ? null : <RefundButton entry={entry} until={refundableUntil} />;
}

const refundText = ({ state, amountCents, problem }: PlanRefund): string => {
  const amount = formatCents(amountCents);
  if (state === 'refunded') return `${amount} refunded here`;
  if (state === 'under_way') return `${amount} is being refunded`;
  return state === 'failed' ? `Refund of ${amount} failed` : `Refund refused: ${problem ?? ''}`;
};

function useRefund({ userId, displayName }: SubscriptionEntry) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => callApi(api.admin.refundPlan, { params: { userId } }),
    onSuccess: (answer) => toast(done(answer, displayName)),
    onError: (error) => toast(toastFor(error, { title: 'Not refunded' })),
    onSettled: refetchAfter(queries, 'subscriptions'),
  });
}

/** It was decided already, so there is no confirmation. */
function AskAgain({ entry }: { entry: SubscriptionEntry }) {
  const refunding = useRefund(entry);
  return (
    <Button
      size="small"
      variant="quiet"
      isPending={refunding.isPending}
      onPress={() => refunding.mutate()}
      aria-label={`Ask again to refund ${entry.displayName}`}
    >
      Ask again
    </Button>
  );
}

function RefundButton({ entry, until }: { entry: SubscriptionEntry; until: string }) {
  const [isAsking, setIsAsking] = useState(false);
  const { displayName, paidCents, refundedCents } = entry;
  const refunding = useRefund(entry);
  return (
    <>
      <Button
        size="small"
        variant="quiet"
        isPending={refunding.isPending}
        onPress={() => setIsAsking(true)}
        aria-label={`Refund ${displayName}`}
      >
        Refund
      </Button>
      <span className="text-sm whitespace-nowrap text-muted max-lg:ms-2 lg:block">
        until {dayText(until)}
      </span>
      {isAsking && (
        <ConfirmDialog
          isOpen
          onOpenChange={setIsAsking}
          title={`Refund ${formatCents(cents(paidCents - refundedCents))} to ${displayName}?`}
          confirmLabel="Refund"
          cancelLabel="Keep the plan"
          tone="danger"
          onConfirm={() => {
            setIsAsking(false);
            refunding.mutate();
          }}
        >
          <p>
            The plan ends now, and its tracks take no new listeners. Anyone listening now still gets paid, and
            the artist keeps the reviews. Each card, mailbox and cluster gets one refund.
          </p>
        </ConfirmDialog>
      )}
    </>
  );
}
