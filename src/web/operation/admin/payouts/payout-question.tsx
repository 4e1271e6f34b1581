import type { PendingPayout } from '#contract/operation/admin/admin.ts';
import { ConfirmDialog } from '#web/ui/controls/confirm-dialog.tsx';
import { payoutsOf, totalOf } from './payout-sums.ts';
import { RejectDialog } from './reject-dialog.tsx';

/** The decision to be confirmed. */
export interface Asking {
  readonly what: 'approve' | 'reject';
  readonly payouts: readonly PendingPayout[];
}

interface PayoutQuestionProps {
  asking: Asking | null;
  onClose: () => void;
  onApprove: (payouts: readonly PendingPayout[]) => void;
  onReject: (payouts: readonly PendingPayout[], reason: string) => Promise<boolean>;
}

/** The list's dialog: many approvals, or a rejection. */
export function PayoutQuestion({ asking, onClose, onApprove, onReject }: PayoutQuestionProps) {
  if (asking === null) return null;
  const { what, payouts } = asking;
  if (what === 'reject') {
    return (
      <RejectDialog payouts={payouts} onClose={onClose} onReject={(reason) => onReject(payouts, reason)} />
    );
  }
  return (
    <ConfirmDialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={`Approve ${payoutsOf(payouts.length)}?`}
      confirmLabel="Approve"
      cancelLabel="Cancel"
      onConfirm={() => {
        onApprove(payouts);
        onClose();
      }}
    >
      <p>{`${totalOf(payouts)} in all. You can undo each one for ten seconds.`}</p>
    </ConfirmDialog>
  );
}
