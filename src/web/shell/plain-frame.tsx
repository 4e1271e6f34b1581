import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { product } from '#contract/product.ts';
import { Wordmark } from '#web/ui/wordmark.tsx';
import { SiteFooter } from './site-footer.tsx';

/** Around a page that stands on its own: the wordmark, which leads to the front door, and the footer. */
export function PlainFrame({ children }: { children: ReactNode }) {
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="flex h-16 items-center px-4 sm:px-12">
        <Link to="/" className="text-text" aria-label={`${product.name}, to the front door`}>
          <Wordmark size={1.75}>{product.wordmark}</Wordmark>
        </Link>
      </header>
      <main id="content" tabIndex={-1} className="grid grow">
        {children}
      </main>
      <SiteFooter />
    </div>
  );
}
