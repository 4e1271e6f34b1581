import type { ReactNode } from 'react';
import { formatCents } from '#contract/cents.ts';
import { api } from '#contract/index.ts';
import type { Cents } from '#contract/primitives.ts';
import { callApi } from '#web/calls/api.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { VisuallyHidden } from '#web/ui/display/visually-hidden.tsx';
import { useBooksAct } from '../books-act.ts';
import { ReasonDialog } from '../sentence-form.tsx';

export interface SentPayout {
  readonly payoutId: string;
  readonly amountCents: Cents;
  readonly displayName: string;
}

interface TransferButtonsProps {
  payout: SentPayout;
  canConfirm: boolean;
  canReturn: boolean;
  returnLabel: string;
  onReturn: () => void;
}

/** Records that a payout has arrived, or asks why it is returned. */
export function TransferButtons(props: TransferButtonsProps) {
  const { payout, canConfirm, canReturn, returnLabel, onReturn } = props;
  const { act, isPending } = useBooksAct();
  const which = `${formatCents(payout.amountCents)} for ${payout.displayName}`;
  const confirm = () =>
    act({
      name: `confirm-payout:${payout.payoutId}`,
      about: payout.payoutId,
      run: async () => {
        await callApi(api.books.confirmPayout, { params: { payoutId: payout.payoutId }, body: {} });
        return { title: 'Payout confirmed', body: `${which}.` };
      },
      failed: 'The payout was not confirmed',
    });
  return (
    <span className="flex flex-wrap gap-2">
      {canConfirm && (
        <Button size="small" isDisabled={isPending} onPress={confirm}>
          Arrived<VisuallyHidden>{`: ${which}`}</VisuallyHidden>
        </Button>
      )}
      {canReturn && (
        <Button size="small" variant="quiet" isDisabled={isPending} onPress={onReturn}>
          {returnLabel}
          <VisuallyHidden>{`: ${which}`}</VisuallyHidden>
        </Button>
      )}
    </span>
  );
}

interface ReturnPayoutDialogProps {
  payout: SentPayout;
  title: string;
  /** What has to be true for it. */
  children?: ReactNode;
  onClose: () => void;
}

/** Returns a payout to its listener's balance, with the reason. */
export function ReturnPayoutDialog({ payout, title, children, onClose }: ReturnPayoutDialogProps) {
  const { act } = useBooksAct();
  const { payoutId, amountCents, displayName } = payout;
  const available = `${formatCents(amountCents)} is available to ${displayName} again.`;
  return (
    <ReasonDialog
      title={title}
      confirmLabel="Reverse payout"
      onClose={onClose}
      onConfirm={(reason) =>
        act({
          name: `return-payout:${payoutId}`,
          about: payoutId,
          of: reason,
          run: async (key) => {
            const sent = { params: { payoutId }, body: { reason }, idempotencyKey: key };
            await callApi(api.books.returnPayout, sent);
            return { title: 'Payout reversed', body: available };
          },
          failed: 'The payout was not reversed',
        })
      }
    >
      {children}
      <p>{`${available} The listener sees your reason.`}</p>
    </ReasonDialog>
  );
}
