import type { PendingPayout } from '#contract/operation/admin/admin.ts';
import { SentenceForm } from '../sentence-form.tsx';
import { totalOf } from './payout-sums.ts';

const longestReason = 500;

interface RejectDialogProps {
  payouts: readonly PendingPayout[];
  onClose: () => void;
  onReject: (reason: string) => Promise<boolean>;
}

/** A rejection needs a reason, which each listener reads. The money returns to their available balance. */
export function RejectDialog({ payouts, onClose, onReject }: RejectDialogProps) {
  const [first, ...others] = payouts;
  const isOne = first !== undefined && others.length === 0;
  return (
    <SentenceForm
      title={isOne ? 'Reject this payout?' : `Reject ${payouts.length} payouts?`}
      label="Reason"
      most={longestReason}
      confirmLabel={isOne ? 'Reject payout' : `Reject ${payouts.length} payouts`}
      tone="danger"
      onClose={onClose}
      onConfirm={onReject}
    >
      <p>
        {isOne
          ? `${totalOf(payouts)} goes back to ${first.displayName}’s available balance. The listener sees your reason.`
          : `${totalOf(payouts)} in all goes back to the listeners’ available balances. Each listener sees your reason.`}
      </p>
    </SentenceForm>
  );
}
