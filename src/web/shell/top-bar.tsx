import { Link } from '@tanstack/react-router';
import { LogOut, Menu } from 'lucide-react';
import type { Profile } from '#contract/identity/accounts.ts';
import { product } from '#contract/product.ts';
import { pressSignOut } from '#web/forms/unsent-work.ts';
import { NoticeBell } from '#web/identity/notice-bell.tsx';
import { Button } from '#web/ui/controls/button.tsx';
import { IconButton } from '#web/ui/controls/icon-button.tsx';
import { ThemeToggle } from '#web/ui/controls/theme-toggle.tsx';
import { Wordmark } from '#web/ui/music/wordmark.tsx';
import { RoleSwitch } from './role-switch.tsx';

export function TopBar({ profile, onToggleSidebar }: { profile: Profile; onToggleSidebar: () => void }) {
  return (
    <header className="sticky top-0 in-data-writing:static z-30 flex h-14 items-center gap-0.5 border-b min-[400px]:gap-1 border-line bg-ground px-0.5 sm:gap-2 sm:pe-4">
      <IconButton label="Toggle sidebar" onPress={onToggleSidebar}>
        <Menu aria-hidden size={20} strokeWidth={1.75} />
      </IconButton>
      <Link to="/" aria-label={`${product.name}, home`} className="flex min-h-11 items-center text-text">
        <Wordmark size={1.5} isBesideOthers>
          {product.wordmark}
        </Wordmark>
      </Link>
      <div className="ms-auto flex items-center min-[400px]:gap-1 sm:gap-2">
        <NoticeBell />
        <RoleSwitch profile={profile} />
        <div className="hidden md:block">
          <ThemeToggle toDarkLabel="Use the dark theme" toLightLabel="Use the light theme" />
        </div>
        <div className="hidden md:block">
          <Button variant="quiet" size="small" onPress={pressSignOut}>
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
