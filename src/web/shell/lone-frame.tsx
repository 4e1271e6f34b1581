import type { ReactNode } from 'react';
import { HouseLink } from './house-link.tsx';
import { SiteFooter } from './site-footer.tsx';

/** The frame of a page outside the shell that only links home. */
export function LoneFrame({ children }: { children: ReactNode }) {
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="flex h-16 items-center px-4 sm:px-12">
        <HouseLink />
      </header>
      <main id="content" tabIndex={-1} className="grid grow">
        {children}
      </main>
      <SiteFooter />
    </div>
  );
}
