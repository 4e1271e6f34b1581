import { type ReactNode, useState } from 'react';
import type { FrameProfile } from '#web/identity/profile/frame-profile.ts';
import { DebugBar } from './debug-bar.tsx';
import { MobileSidebar, SidebarContent } from './sidebar.tsx';
import { useSidebar } from './sidebar-state.ts';
import { SiteFooter } from './site-footer.tsx';
import { TopBar } from './top-bar.tsx';
import { useKeptFocus } from './use-kept-focus.ts';

const mobile = '(width < 768px)';

/** The top bar, sidebar and footer of a page. */
export function AppShell({ profile, children }: { profile: FrameProfile; children: ReactNode }) {
  const [isSheetOpen, setSheetOpen] = useState(false);
  useKeptFocus();
  const { isOpen, toggle } = useSidebar(() => {
    if (!window.matchMedia(mobile).matches) return false;
    setSheetOpen(!isSheetOpen);
    return true;
  });
  return (
    <div className="flex min-h-dvh flex-col">
      <a
        href="#content"
        className="fixed -top-14 left-0 z-50 bg-brass px-4 py-3 font-semibold text-on-brass focus:top-0"
      >
        Skip to content
      </a>
      <TopBar profile={profile} onToggleSidebar={toggle} />
      <div className="flex grow">
        <aside
          className={`sticky top-14 hidden h-[calc(100dvh-3.5rem)] shrink-0 flex-col border-e border-line bg-panel md:flex ${isOpen ? 'w-64' : 'w-12'}`}
        >
          <SidebarContent profile={profile} isRail={!isOpen} />
        </aside>
        <MobileSidebar profile={profile} isOpen={isSheetOpen} onClose={() => setSheetOpen(false)} />
        <div className="flex min-w-0 grow flex-col">
          <DebugBar profile={profile} />
          <main id="content" tabIndex={-1} className="mx-auto w-full max-w-7xl grow px-4 py-8 sm:px-8">
            {children}
          </main>
          <SiteFooter />
        </div>
      </div>
    </div>
  );
}
