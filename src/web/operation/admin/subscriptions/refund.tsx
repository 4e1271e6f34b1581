import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { formatCents } from '#contract/cents.ts';
import type { PlanRefund } from '#contract/operation/admin/admin-billing.ts';
import type { Cents } from '#contract/primitives.ts';
import { type ToastText, toastFor } from '#web/calls/error-messages.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { ConfirmDialog } from '#web/ui/controls/confirm-dialog.tsx';
import { dayText } from '#web/ui/display/day.tsx';
import { toast } from '#web/ui/display/toast-queue.ts';
import { type ListName, refetchAfter } from '../refetch-after.ts';

const failedText = 'The money didn’t arrive. Refund it at the provider.';

const done = ({ state, amountCents, problem }: PlanRefund, name: string): ToastText => {
  const amount = formatCents(amountCents);
  if (state === 'refunded') return { title: 'Refunded', body: `${amount} goes back to ${name}.` };
  if (state === 'under_way') {
    return {
      title: 'The refund is on its way',
      body: 'The provider isn’t responding. Earshot will try again.',
    };
  }
  if (state === 'failed') return { title: 'The refund failed', body: failedText };
  return { title: 'The provider refused the refund', body: problem ?? '' };
};

interface RefundProps {
  /** Whose payment it is. */
  name: string;
  /** What would be refunded. */
  cents: Cents;
  refund: PlanRefund | null;
  until: string | null;
  list: ListName;
  ask: () => Promise<PlanRefund>;
  cancelLabel: string;
  /** What else a refund does. */
  effect: string;
}

/** The state of a refund, or its button while the payment can be refunded. */
export function Refund(props: RefundProps) {
  const { name, refund, until, list, ask } = props;
  const queries = useQueryClient();
  const refunding = useMutation({
    mutationFn: ask,
    onSuccess: (answer) => toast(done(answer, name)),
    onError: (error) => toast(toastFor(error, { title: 'Not refunded' })),
    onSettled: refetchAfter(queries, list),
  });
  const onRefund = () => refunding.mutate();
  if (refund === null) {
    return until === null ? null : (
      <RefundButton {...props} until={until} isPending={refunding.isPending} onRefund={onRefund} />
    );
  }
  return (
    <>
      <span className="block text-sm text-muted">{refundText(refund)}</span>
      {/* It was decided already, so there is no confirmation. */}
      {refund.state === 'under_way' && (
        <Button
          size="small"
          variant="quiet"
          isPending={refunding.isPending}
          onPress={onRefund}
          aria-label={`Ask again to refund ${name}`}
        >
          Ask again
        </Button>
      )}
    </>
  );
}

const refundText = ({ state, amountCents, problem }: PlanRefund): string => {
  const amount = formatCents(amountCents);
  if (state === 'refunded') return `${amount} refunded here`;
  if (state === 'under_way') return `${amount} is being refunded`;
  return state === 'failed' ? `Refund of ${amount} failed` : `Refund refused: ${problem ?? ''}`;
};

interface RefundButtonProps extends Pick<RefundProps, 'name' | 'cents' | 'cancelLabel' | 'effect'> {
  until: string;
  isPending: boolean;
  onRefund: () => void;
}

function RefundButton({ name, cents, until, cancelLabel, effect, isPending, onRefund }: RefundButtonProps) {
  const [isAsking, setIsAsking] = useState(false);
  return (
    <>
      <Button
        size="small"
        variant="quiet"
        isPending={isPending}
        onPress={() => setIsAsking(true)}
        aria-label={`Refund ${name}`}
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
          title={`Refund ${formatCents(cents)} to ${name}?`}
          confirmLabel="Refund"
          cancelLabel={cancelLabel}
          tone="danger"
          onConfirm={() => {
            setIsAsking(false);
            onRefund();
          }}
        >
          <p>{effect}</p>
        </ConfirmDialog>
      )}
    </>
  );
}
