import { useState } from 'react';
import { formatCents } from '#contract/cents.ts';
import type { PlanRefund } from '#contract/operation/admin/admin-billing.ts';
import type { Cents } from '#contract/primitives.ts';
import type { ToastText } from '#web/calls/error-messages.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { ConfirmDialog } from '#web/ui/controls/confirm-dialog.tsx';
import { dayText } from '#web/ui/display/day.tsx';
import { type ListName, useAdminAct } from '../admin-act.ts';

const done = ({ state, amountCents, problem }: PlanRefund, name: string): ToastText => {
  const texts = {
    refunded: { title: 'Refunded', body: `${formatCents(amountCents)} goes back to ${name}.` },
    under_way: {
      title: 'The refund is on its way',
      body: 'The provider isn’t responding. Earshot will try again.',
    },
    failed: { title: 'The refund failed', body: 'The money didn’t arrive. Refund it at the provider.' },
    refused: { title: 'The provider refused the refund', body: problem ?? '' },
  };
  return texts[state];
};

const stateText = ({ state, amountCents, problem }: PlanRefund): string => {
  const amount = formatCents(amountCents);
  const texts = {
    refunded: `${amount} refunded here`,
    under_way: `${amount} is being refunded`,
    failed: `Refund of ${amount} failed`,
    refused: `Refund refused: ${problem ?? ''}`,
  };
  return texts[state];
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
export function Refund({ name, cents, refund, until, list, ask, cancelLabel, effect }: RefundProps) {
  const [isAsking, setIsAsking] = useState(false);
  const { act, isPending } = useAdminAct('Not refunded', list);
  const send = () => act(async () => done(await ask(), name));
  if (refund === null && until === null) return null;
  const button = { size: 'small', variant: 'quiet', isPending } as const;
  if (refund !== null) {
    return (
      <>
        <span className="block text-sm text-muted">{stateText(refund)}</span>
        {/* It was decided already, so there is no confirmation. */}
        {refund.state === 'under_way' && (
          <Button {...button} onPress={send} aria-label={`Ask again to refund ${name}`}>
            Ask again
          </Button>
        )}
      </>
    );
  }
  return (
    <>
      <Button {...button} onPress={() => setIsAsking(true)} aria-label={`Refund ${name}`}>
        Refund
      </Button>
      <span className="text-sm whitespace-nowrap text-muted max-lg:ms-2 lg:block">
        until {until !== null && dayText(until)}
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
            void send();
          }}
        >
          <p>{effect}</p>
        </ConfirmDialog>
      )}
    </>
  );
}
