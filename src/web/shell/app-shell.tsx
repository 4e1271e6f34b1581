import { type ReactNode, Suspense, useState } from 'react';
import type { Profile } from '#contract/identity/accounts.ts';
import { lazyPart, MissingPart } from '#web/ui/display/lazy-part.tsx';
import { DebugBar } from './debug-bar.tsx';
import { SidebarContent } from './sidebar-content.tsx';
import { useSidebar } from './sidebar-state.ts';
import { SiteFooter } from './site-footer.tsx';
import { TopBar } from './top-bar.tsx';
import { useKeptFocus } from './use-kept-focus.ts';

/** Loaded when first opened; windows of 768 px and more never need it. */
const MobileSidebar = lazyPart(async () => (await import('./mobile-sidebar.tsx')).MobileSidebar, MissingPart);

const mobile = '(width < 768px)';

/** The top bar, sidebar and footer of a page. */
export function AppShell({ profile, children }: { profile: Profile; children: ReactNode }) {
  const [isSheetOpen, setSheetOpen] = useState(false);
  const [hasSheet, setHasSheet] = useState(false);
  useKeptFocus();
  const { isOpen, toggle } = useSidebar(() => {
    if (!window.matchMedia(mobile).matches) return false;
    setHasSheet(true);
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
        {hasSheet && (
          <Suspense fallback={null}>
            <MobileSidebar profile={profile} isOpen={isSheetOpen} onOpenChange={setSheetOpen} />
          </Suspense>
        )}
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
