import type { ReactNode } from 'react';
import { ThemeToggle } from '#web/ui/controls/theme-toggle.tsx';
import { HouseLink } from './house-link.tsx';
import { SiteFooter } from './site-footer.tsx';

/** Header and footer of pages outside the application. */
export const EntryAround = ({ children }: { children: ReactNode }) => (
  <div className="flex min-h-dvh flex-col">
    <header className="flex h-16 items-center justify-between gap-3 px-4 sm:px-12">
      <HouseLink />
      <ThemeToggle toDarkLabel="Use the dark theme" toLightLabel="Use the light theme" />
    </header>
    <main id="content" tabIndex={-1} className="flex grow flex-col">
      {children}
    </main>
    <SiteFooter />
  </div>
);
