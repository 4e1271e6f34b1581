import { formatCents } from '#contract/cents.ts';
import { api } from '#contract/index.ts';
import type { Entry } from '#contract/money/books/books.ts';
import { callApi } from '#web/calls/api.ts';
import { useBooksAct } from '../books-act.ts';
import { ReasonDialog } from '../reason-dialog.tsx';
import { ReturnPayoutDialog } from '../transfers/return-payout-dialog.tsx';

/** Whether an admin can undo an entry: a reward, or a payout that was returned. */
export const canUndo = ({ kind, isUndone }: Entry): boolean =>
  !isUndone && (kind === 'reward' || kind === 'payout_completion');

/** Reverses a review's reward, or returns a payout that came back from the bank to the balance. */
export function UndoDialog({ entry, onClose }: { entry: Entry; onClose: () => void }) {
  const { act } = useBooksAct();
  const { sourceId, grossCents, displayName } = entry;
  const amount = formatCents(grossCents);
  if (entry.kind === 'reward') {
    return (
      <ReasonDialog
        title="Reverse this review?"
        confirmLabel="Reverse the review"
        tone="danger"
        onClose={onClose}
        onConfirm={(reason) =>
          act({
            name: `reverse-review:${sourceId}`,
            of: reason,
            run: async (key) => {
              const sent = { params: { reviewId: sourceId }, body: { reason }, idempotencyKey: key };
              await callApi(api.books.reverseReview, sent);
              return { title: 'Review reversed', body: `${amount} taken back from ${displayName}.` };
            },
            failed: 'The review was not reversed',
          })
        }
      >
        <p>
          {`This takes ${amount} back from ${displayName}. If the balance is too small, the listener owes the rest. The listener sees your reason.`}
        </p>
      </ReasonDialog>
    );
  }
  const payout = { payoutId: sourceId, amountCents: grossCents, displayName };
  return <ReturnPayoutDialog title="Was this payout returned?" payout={payout} onClose={onClose} />;
}
