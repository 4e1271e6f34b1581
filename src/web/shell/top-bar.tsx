import { Link } from '@tanstack/react-router';
import { Disc3, Headphones, LogOut, type LucideIcon, Menu, Upload } from 'lucide-react';
import type { UserType } from '#contract/identity/accounts.ts';
import { product } from '#contract/product.ts';
import { confirmLoss, pressSignOut } from '#web/forms/unsent-work.ts';
import { NoticeBell } from '#web/identity/notice-bell.tsx';
import type { FrameProfile } from '#web/identity/profile/frame-profile.ts';
import { userTypeLabel } from '#web/identity/roles/role-paths.ts';
import { useSwitchRole } from '#web/identity/roles/switch-role.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { buttonStyle } from '#web/ui/controls/button-style.ts';
import { IconButton } from '#web/ui/controls/icon-button.tsx';
import { ThemeToggle } from '#web/ui/controls/theme-toggle.tsx';
import { Wordmark } from '#web/ui/music/wordmark.tsx';

/** With large text the bar has two rows, because nothing in it may be cut off. */
export function TopBar({ profile, onToggleSidebar }: { profile: FrameProfile; onToggleSidebar: () => void }) {
  return (
    <header className="sticky top-0 in-data-writing:static z-30 [@media(height<450px)]:static [@media(height<450px)]:z-auto flex min-h-14 flex-wrap items-center gap-x-0.5 border-b border-line bg-ground px-0.5 sm:gap-x-2 sm:pe-4">
      <IconButton label="Toggle sidebar" onPress={onToggleSidebar}>
        <Menu aria-hidden size={20} strokeWidth={1.75} />
      </IconButton>
      <Link
        to="/"
        aria-label={`${product.name}, home`}
        className="flex min-h-11 items-center pe-2 text-text max-[480px]:hidden"
      >
        <Wordmark size={1.5} isBesideOthers>
          {product.wordmark}
        </Wordmark>
      </Link>
      {profile.userType !== null && <Work userType={profile.userType} />}
      <div className="ms-auto flex flex-wrap items-center justify-end gap-x-0.5 sm:gap-x-2">
        <NoticeBell />
        <RoleSwitch profile={profile} />
        <div className="hidden md:block">
          <ThemeToggle toDarkLabel="Use the dark theme" toLightLabel="Use the light theme" />
        </div>
        <div className="hidden md:block">
          <Button variant="plain" size="small" onPress={pressSignOut}>
            Sign Out
          </Button>
        </div>
        <div className="md:hidden">
          <IconButton label="Sign Out" onPress={pressSignOut}>
            <LogOut aria-hidden size={20} strokeWidth={1.75} />
          </IconButton>
        </div>
      </div>
    </header>
  );
}

const work = {
  artist: { to: '/app/upload', label: 'Upload', icon: Upload },
  listener: { to: '/app/review', label: 'Start Listening', icon: Headphones },
} as const satisfies Record<UserType, { to: string; label: string; icon: LucideIcon }>;

/** What the user is here to do. Quiet, because most pages have a first button of their own. */
function Work({ userType }: { userType: UserType }) {
  const { to, label, icon: Icon } = work[userType];
  return (
    <Link
      to={to}
      className={`${buttonStyle({ variant: 'quiet', size: 'small' })} aria-[current=page]:bg-raised`}
    >
      <Icon aria-hidden size={18} strokeWidth={1.75} className="text-brass-ink min-[360px]:max-sm:hidden" />
      <span className="max-[359px]:sr-only">{label}</span>
    </Link>
  );
}

const roles: readonly (readonly [UserType, LucideIcon])[] = [
  ['artist', Disc3],
  ['listener', Headphones],
];

/** Any user may switch between artist and listener at any time (specification 4). */
export function RoleSwitch({ profile }: { profile: FrameProfile }) {
  const switchRole = useSwitchRole();
  return (
    <fieldset className="flex border border-line bg-panel">
      <legend className="sr-only">Role</legend>
      {roles.map(([userType, Icon]) => (
        <button
          key={userType}
          type="button"
          title={userTypeLabel[userType]}
          aria-pressed={profile.userType === userType}
          disabled={switchRole.isPending}
          onClick={() => {
            if (profile.userType === userType) return;
            // Switching loads another page.
            if (confirmLoss(`Switch to ${userTypeLabel[userType]}`)) switchRole.mutate(userType);
          }}
          className="grid min-h-11 min-w-9 cursor-pointer place-items-center text-sm font-semibold text-muted hover:text-text aria-pressed:bg-raised aria-pressed:text-text md:px-3 lg:min-h-8"
        >
          <Icon aria-hidden size={18} strokeWidth={1.75} className="md:hidden" />
          <span className="max-md:sr-only">{userTypeLabel[userType]}</span>
        </button>
      ))}
    </fieldset>
  );
}
