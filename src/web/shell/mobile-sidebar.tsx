import { X } from 'lucide-react';
import { Dialog } from 'react-aria-components/Dialog';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import type { Profile } from '#contract/identity/accounts.ts';
import { product } from '#contract/product.ts';
import { IconButton } from '#web/ui/controls/icon-button.tsx';
import { ThemeToggle } from '#web/ui/controls/theme-toggle.tsx';
import { Wordmark } from '#web/ui/music/wordmark.tsx';
import { SidebarContent } from './sidebar-content.tsx';

interface MobileSidebarProps {
  profile: Profile;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
}

/** The sidebar below 768 px: a sheet over the page. */
export function MobileSidebar({ profile, isOpen, onOpenChange }: MobileSidebarProps) {
  const close = () => onOpenChange(false);
  return (
    <ModalOverlay
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      isDismissable
      className="fixed inset-0 z-40 bg-[#0b0610b3]"
    >
      <Modal className="h-dvh w-72 max-w-[85vw] border-e border-line bg-panel">
        <Dialog aria-label="Navigation" className="flex h-full flex-col">
          <div className="flex h-14 shrink-0 items-center justify-between border-b border-line ps-4 pe-1">
            <Wordmark size={1.5}>{product.wordmark}</Wordmark>
            <div className="flex">
              <ThemeToggle toDarkLabel="Use the dark theme" toLightLabel="Use the light theme" />
              <IconButton label="Close navigation" onPress={close}>
                <X aria-hidden size={20} strokeWidth={1.75} />
              </IconButton>
            </div>
          </div>
          <SidebarContent profile={profile} isRail={false} onFollow={close} />
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
