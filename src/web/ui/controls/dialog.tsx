import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Dialog as AriaDialog } from 'react-aria-components/Dialog';
import { Heading } from 'react-aria-components/Heading';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import { IconButton } from './icon-button.tsx';

export interface DialogProps {
  isOpen: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  children: ReactNode;
  /** The buttons; the main one comes last. */
  actions?: ReactNode;
  closeLabel?: string;
  role?: 'dialog' | 'alertdialog';
  /** Whether a press beside it closes it: not while its form has unsaved changes. Escape always does. */
  isDismissable: boolean;
  /** For columns of text beside each other. Its buttons stay in view. */
  isWide?: boolean;
}

/** A modal dialog: at the bottom edge on phones, else centered. Restores the focus when closed. */
export function Dialog(props: DialogProps) {
  const { isOpen, onOpenChange, title, children, actions, isDismissable } = props;
  const { closeLabel = 'Close', role = 'dialog', isWide = false } = props;
  return (
    <ModalOverlay
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      isDismissable={isDismissable}
      className="fixed inset-0 z-40 flex items-end justify-center bg-[#0b0610b3] sm:items-center sm:p-6"
    >
      <Modal
        className={`max-h-full w-full overflow-auto border border-rest bg-panel ${isWide ? 'max-w-6xl' : 'max-w-lg'}`}
      >
        <AriaDialog role={role} className="flex flex-col gap-4 p-5 sm:p-6">
          <header className="flex items-start justify-between gap-3">
            <Heading slot="title" level={2} className="min-w-0 pt-1.5 text-2xl">
              {title}
            </Heading>
            <div className="-me-2 -mt-1">
              <IconButton label={closeLabel} onPress={() => onOpenChange(false)}>
                <X aria-hidden size={20} strokeWidth={1.75} />
              </IconButton>
            </div>
          </header>
          <div className="grid grid-cols-[minmax(0,1fr)] gap-4">{children}</div>
          {actions !== undefined && (
            <footer
              className={
                isWide
                  ? 'sticky bottom-0 -mx-5 -mb-5 flex flex-wrap justify-end gap-3 border-t border-line bg-panel px-5 py-3 sm:-mx-6 sm:-mb-6 sm:px-6'
                  : 'flex flex-wrap justify-end gap-3 pt-2'
              }
            >
              {actions}
            </footer>
          )}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}
