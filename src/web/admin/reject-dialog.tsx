import { type FormEvent, useRef, useState } from 'react';
import type { PendingPayout } from '#contract/admin.ts';
import { formatCents } from '#contract/cents.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { TextArea } from '#web/ui/text-area.tsx';

const reasonLength = { least: 3, most: 500 } as const;

interface RejectDialogProps {
  payout: PendingPayout;
  onClose: () => void;
  onReject: (reason: string) => void;
}

/** A rejection needs a reason, which the listener reads; the money returns to their available balance. */
export function RejectDialog({ payout, onClose, onReject }: RejectDialogProps) {
  const [reason, setReason] = useState('');
  const [error, setError] = useState<string>();
  const input = useRef<HTMLTextAreaElement>(null);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const given = reason.trim();
    if (given.length < reasonLength.least || [...given].length > reasonLength.most) {
      setError(`Give a reason of ${reasonLength.least} to ${reasonLength.most} characters.`);
      input.current?.focus();
      return;
    }
    onReject(given);
    onClose();
  };
  return (
    <Dialog isOpen onOpenChange={(isOpen) => !isOpen && onClose()} title="Reject this payout?">
      <form noValidate onSubmit={submit} className="grid gap-5">
        <p>
          {`${formatCents(payout.amountCents)} return to the available balance of ${payout.displayName}, who sees your reason.`}
        </p>
        <TextArea
          label="Reason"
          rows={3}
          value={reason}
          onChange={(typed) => {
            setReason(typed);
            setError(undefined);
          }}
          error={error}
          inputRef={input}
          autoFocus
        />
        <div className="flex flex-wrap justify-end gap-3">
          <Button variant="quiet" onPress={onClose}>
            Cancel
          </Button>
          <Button type="submit" variant="danger">
            Reject payout
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
