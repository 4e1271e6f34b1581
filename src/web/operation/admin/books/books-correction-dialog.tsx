import { formatCents } from '#contract/cents.ts';
import { api } from '#contract/index.ts';
import type { ListenerAccount } from '#contract/money/books/books.ts';
import type { Cents } from '#contract/primitives.ts';
import { callApi } from '#web/calls/api.ts';
import { AmountDialog } from '../amount-dialog.tsx';
import { useBooksAct } from '../books-act.ts';

/** Adds to or subtracts from a listener's available balance, with a reason that the listener reads. */
export function CorrectionDialog({ listener, onClose }: { listener: ListenerAccount; onClose: () => void }) {
  const { act } = useBooksAct();
  const { listenerId, displayName, availableCents } = listener;
  const correct = (amountCents: Cents, reason: string) =>
    act({
      // No `of`: nothing else keeps a correction whose response was lost from being booked again with another reason.
      name: `correct-balance:${listenerId}`,
      run: async (key) => {
        const { status } = await callApi(api.books.correctBalance, {
          params: { listenerId },
          body: { amountCents, reason },
          idempotencyKey: key,
        });
        return status === 'waiting'
          ? { title: 'Correction proposed', body: 'Another admin has to book it.' }
          : { title: 'Correction booked', body: `${displayName} sees your reason in the statement.` };
      },
      failed: 'Nothing was corrected',
    });
  return (
    <AmountDialog
      title="Correct a balance"
      directions={{ plus: 'Add to available', minus: 'Take from available' }}
      sentenceLabel="Reason"
      confirmLabel={(direction, amount) =>
        amount === null ? 'Correct' : `${direction === 'plus' ? 'Add' : 'Take'} ${amount}`
      }
      isDanger={(direction) => direction === 'minus'}
      onConfirm={correct}
      onClose={onClose}
    >
      {`${displayName} has ${formatCents(availableCents)} available. A correction is its own ledger entry, and the listener sees the reason.`}
    </AmountDialog>
  );
}
