import { Link } from '@tanstack/react-router';
import { X } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { product } from '#contract/product.ts';
import type { FrameProfile } from '#web/identity/profile/frame-profile.ts';
import { userTypeLabel } from '#web/identity/roles/role-paths.ts';
import { IconButton } from '#web/ui/controls/icon-button.tsx';
import { ThemeToggle } from '#web/ui/controls/theme-toggle.tsx';
import { Avatar } from '#web/ui/display/avatar.tsx';
import { Wordmark } from '#web/ui/music/wordmark.tsx';
import { type NavigationLink, navigationFor } from './navigation.ts';

interface MobileSidebarProps {
  profile: FrameProfile;
  isOpen: boolean;
  onClose: () => void;
}

/** The sidebar below 768 px: a sheet over the page. */
export function MobileSidebar({ profile, isOpen, onClose }: MobileSidebarProps) {
  const sheet = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (isOpen) sheet.current?.showModal();
    else sheet.current?.close();
  }, [isOpen]);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the click is on what is around the sheet; keys have Escape.
    <dialog
      ref={sheet}
      aria-label="Navigation"
      onClose={onClose}
      onClick={({ target, currentTarget }) => {
        if (target === currentTarget) onClose();
      }}
      className="h-dvh max-h-none w-72 max-w-[85vw] overscroll-contain border-e border-line bg-panel text-text backdrop:bg-[#0b0610b3]"
    >
      {isOpen && (
        <div className="flex h-full flex-col">
          <div className="flex h-14 shrink-0 items-center justify-between border-b border-line ps-4 pe-1">
            <Wordmark size={1.5}>{product.wordmark}</Wordmark>
            <div className="flex">
              <ThemeToggle toDarkLabel="Use the dark theme" toLightLabel="Use the light theme" />
              <IconButton label="Close navigation" onPress={onClose}>
                <X aria-hidden size={20} strokeWidth={1.75} />
              </IconButton>
            </div>
          </div>
          <SidebarContent profile={profile} isRail={false} onFollow={onClose} />
        </div>
      )}
    </dialog>
  );
}

interface SidebarContentProps {
  profile: FrameProfile;
  /** Only icons are visible. The names remain for screen readers and show on hover and focus. */
  isRail: boolean;
  onFollow?: () => void;
}

export function SidebarContent({ profile, isRail, onFollow }: SidebarContentProps) {
  const ids = useId();
  return (
    <>
      <nav aria-label="Main" className="grow overflow-y-auto overflow-x-hidden py-3">
        {navigationFor(profile).map((group) => (
          <div key={group.label} className="border-b border-line py-2 last:border-b-0">
            <p
              id={`${ids}-${group.label}`}
              className={isRail ? 'sr-only' : 'px-4 pt-2 pb-1 text-xs font-semibold text-muted'}
            >
              {group.label}
            </p>
            <ul aria-labelledby={`${ids}-${group.label}`}>
              {group.links.map((link) => (
                <li key={link.to}>
                  <SidebarLink link={link} isRail={isRail} onFollow={onFollow} />
                </li>
              ))}
            </ul>
          </div>
        ))}
      </nav>
      <SidebarUser profile={profile} isRail={isRail} />
    </>
  );
}

interface SidebarLinkProps {
  link: NavigationLink;
  isRail: boolean;
  onFollow: (() => void) | undefined;
}

function SidebarLink({ link: { to, label, icon: Icon }, isRail, onFollow }: SidebarLinkProps) {
  const { tipAt, tipEvents } = useRailTip();
  return (
    <Link
      to={to}
      activeOptions={{ exact: to === '/app' }}
      className="flex min-h-11 items-center gap-4 border-s-[3px] border-transparent ps-[11px] pe-3 font-medium text-muted hover:bg-raised hover:text-text aria-[current=page]:border-brass-mark aria-[current=page]:bg-raised aria-[current=page]:text-text"
      {...(isRail ? tipEvents : {})}
      onClick={() => onFollow?.()}
    >
      <Icon aria-hidden size={20} strokeWidth={1.75} className="shrink-0" />
      <span className={isRail ? 'sr-only' : 'truncate'}>{label}</span>
      {isRail && tipAt !== null && (
        <span
          aria-hidden
          className="pointer-events-none fixed left-14 z-50 border border-line bg-raised px-3 py-1.5 text-sm text-text"
          style={{ top: tipAt }}
        >
          {label}
        </span>
      )}
    </Link>
  );
}

/** A tooltip with the icon's name, for keyboard and pointer. Fixed, because the scrolling list would clip it. */
function useRailTip() {
  const [tipAt, setTipAt] = useState<number | null>(null);
  const show = ({ currentTarget }: { currentTarget: Element }) =>
    setTipAt(currentTarget.getBoundingClientRect().top + 6);
  const hide = () => setTipAt(null);
  const tipEvents = {
    onPointerEnter: show,
    onFocus: show,
    onPointerLeave: hide,
    onBlur: hide,
    onKeyDown: ({ key }: { key: string }) => {
      if (key === 'Escape') hide();
    },
  };
  return { tipAt, tipEvents };
}

function SidebarUser({ profile, isRail }: { profile: FrameProfile; isRail: boolean }) {
  const name = profile.displayName || profile.username;
  return (
    <div className="flex min-h-14 items-center gap-3 overflow-hidden border-t border-line px-2 py-2">
      <Avatar name={profile.displayName} url={profile.avatarUrl} title={isRail ? name : undefined} />
      <p className={isRail ? 'sr-only' : 'min-w-0'}>
        <span className="block truncate font-semibold">{name}</span>
        <span className="block text-sm text-muted">
          {profile.userType === null ? '' : userTypeLabel[profile.userType].toLowerCase()}
        </span>
      </p>
    </div>
  );
}
