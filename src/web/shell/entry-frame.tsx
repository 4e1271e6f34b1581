import { Outlet } from '@tanstack/react-router';
import { ThemeToggle } from '#web/ui/controls/theme-toggle.tsx';
import { DataProvider } from './data-provider.tsx';
import { HouseLink } from './house-link.tsx';
import { SiteFooter } from './site-footer.tsx';

/** Around the pages that lead in: sign-in, sign-up and the email link. */
export function EntryFrame() {
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="flex h-16 items-center justify-between gap-3 px-4 sm:px-12">
        <HouseLink />
        <ThemeToggle toDarkLabel="Use the dark theme" toLightLabel="Use the light theme" />
      </header>
      <main id="content" tabIndex={-1} className="flex grow flex-col">
        <DataProvider>
          <Outlet />
        </DataProvider>
      </main>
      <SiteFooter />
    </div>
  );
}
