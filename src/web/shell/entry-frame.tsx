import { Outlet } from '@tanstack/react-router';
import { ThemeToggle } from '#web/ui/theme-toggle.tsx';
import { DataProvider } from './data-provider.tsx';
import { SiteFooter } from './site-footer.tsx';
import { WordmarkHeader } from './wordmark-header.tsx';

/** Around the pages that lead in: sign-in, sign-up and the e-mail link. */
export function EntryFrame() {
  return (
    <div className="flex min-h-dvh flex-col">
      <WordmarkHeader>
        <ThemeToggle toDarkLabel="Use the dark theme" toLightLabel="Use the light theme" />
      </WordmarkHeader>
      <main id="content" tabIndex={-1} className="flex grow flex-col">
        <DataProvider>
          <Outlet />
        </DataProvider>
      </main>
      <SiteFooter />
    </div>
  );
}
