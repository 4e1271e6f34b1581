import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { product } from '#contract/product.ts';
import { Wordmark } from '#web/ui/music/wordmark.tsx';
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

/** The wordmark in the header, linked to the landing page. */
export function HouseLink() {
  return (
    <Link to="/" className="flex min-h-11 items-center text-text" aria-label={`${product.name}, home`}>
      <Wordmark size={1.75}>{product.wordmark}</Wordmark>
    </Link>
  );
}
