import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import { moneyReasonLength } from '#contract/business-rules.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { TextArea } from '#web/ui/text-area.tsx';

interface ReasonDialogProps {
  title: string;
  /** What will happen, and who reads the reason. */
  children: ReactNode;
  confirmLabel: string;
  tone?: 'act' | 'danger';
  /** Whether the rest of the form may be sent; says itself what is wrong. */
  isReady?: () => boolean;
  onClose: () => void;
  onConfirm: (reason: string) => void;
}

const length = (text: string) => [...text.trim()].length;

/** Asks for the reason of an act on somebody's money, 20 characters or more, and with it for the act itself. */
export function ReasonDialog(props: ReasonDialogProps) {
  const { title, children, confirmLabel, tone = 'act', isReady = () => true, onClose, onConfirm } = props;
  const [reason, setReason] = useState('');
  const [error, setError] = useState<string>();
  const input = useRef<HTMLTextAreaElement>(null);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isReady()) return;
    if (length(reason) < moneyReasonLength.least || length(reason) > moneyReasonLength.most) {
      setError(`Give a reason of ${moneyReasonLength.least} to ${moneyReasonLength.most} characters.`);
      input.current?.focus();
      return;
    }
    onConfirm(reason.trim());
    onClose();
  };
  return (
    <Dialog isOpen onOpenChange={(isOpen) => !isOpen && onClose()} title={title}>
      <form noValidate onSubmit={submit} className="grid gap-5">
        {children}
        <TextArea
          label="Reason"
          rows={3}
          value={reason}
          onChange={(typed) => {
            setReason(typed);
            setError(undefined);
          }}
          error={error}
          hint={`${moneyReasonLength.least} characters or more.`}
          counter={length(reason)}
          inputRef={input}
        />
        <div className="flex flex-wrap justify-end gap-3">
          <Button variant="quiet" onPress={onClose}>
            Cancel
          </Button>
          <Button type="submit" variant={tone}>
            {confirmLabel}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
