import type { ReactNode } from 'react';
import { formatCents } from '#contract/cents.ts';
import { api } from '#contract/index.ts';
import type { Cents } from '#contract/primitives.ts';
import { callApi } from '#web/calls/api.ts';
import { useBooksAct } from '../books-act.ts';
import { ReasonDialog } from '../reason-dialog.tsx';

interface ReturnPayoutDialogProps {
  payout: { readonly payoutId: string; readonly amountCents: Cents; readonly displayName: string };
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
