import type { PendingPayout } from '#contract/admin/admin.ts';
import { formatCents } from '#contract/cents.ts';
import { SentenceForm } from '../sentence-form.tsx';

const longestReason = 500;

interface RejectDialogProps {
  payout: PendingPayout;
  onClose: () => void;
  onReject: (reason: string) => Promise<boolean>;
}

/** A rejection needs a reason, which the listener reads. The money returns to their available balance. */
export const RejectDialog = ({ payout, onClose, onReject }: RejectDialogProps) => (
  <SentenceForm
    title="Reject this payout?"
    label="Reason"
    most={longestReason}
    confirmLabel="Reject payout"
    tone="danger"
    onClose={onClose}
    onConfirm={onReject}
  >
    <p>
      {`${formatCents(payout.amountCents)} goes back to ${payout.displayName}’s available balance. The listener sees your reason.`}
    </p>
  </SentenceForm>
);
