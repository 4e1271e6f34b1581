import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { product } from '#contract/product.ts';
import { Wordmark } from '#web/ui/wordmark.tsx';

/** Above the pages outside the shell: the wordmark, which leads to the front door, and what a page adds. */
export function WordmarkHeader({ children }: { children?: ReactNode }) {
  return (
    <header className="flex h-16 items-center justify-between gap-3 px-4 sm:px-12">
      <Link to="/" className="text-text" aria-label={`${product.name}, to the front door`}>
        <Wordmark size={1.75}>{product.wordmark}</Wordmark>
      </Link>
      {children}
    </header>
  );
}
