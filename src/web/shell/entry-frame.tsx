import { Link, Outlet } from '@tanstack/react-router';
import { product } from '#contract/product.ts';
import { ThemeToggle } from '#web/ui/theme-toggle.tsx';
import { Wordmark } from '#web/ui/wordmark.tsx';
import { DataProvider } from './data-provider.tsx';
import { SiteFooter } from './site-footer.tsx';

/** Around the pages that lead in: sign-in, sign-up and the e-mail link. */
export function EntryFrame() {
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="flex h-16 items-center justify-between gap-3 px-4 sm:px-12">
        <Link to="/" className="text-text" aria-label={`${product.name}, to the front door`}>
          <Wordmark size={1.75}>{product.wordmark}</Wordmark>
        </Link>
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
