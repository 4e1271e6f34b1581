import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';

export interface ConfirmDialogProps {
  isOpen: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  /** Explains the effect. */
  children: ReactNode;
  confirmLabel: string;
  cancelLabel: string;
  tone?: 'act' | 'danger';
  isPending?: boolean;
  pendingLabel?: string;
  isConfirmDisabled?: boolean;
  onConfirm: () => void;
}

/** A confirmation for something that cannot be undone. Stays open until its owner closes it. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, children, confirmLabel, cancelLabel, pendingLabel, onConfirm, onOpenChange } = props;
  const { tone = 'act', isPending = false, isConfirmDisabled = false } = props;
  return (
    <Dialog
      role="alertdialog"
      isOpen={props.isOpen}
      onOpenChange={onOpenChange}
      title={title}
      isDismissable={false}
      closeLabel={cancelLabel}
      actions={
        <>
          <Button variant="quiet" onPress={() => onOpenChange(false)}>
            {cancelLabel}
          </Button>
          <Button
            variant={tone}
            isPending={isPending}
            pendingLabel={pendingLabel}
            isDisabled={isConfirmDisabled}
            onPress={onConfirm}
          >
            {confirmLabel}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  );
}
