import { Link } from '@tanstack/react-router';
import { product } from '#contract/product.ts';
import { Wordmark } from '#web/ui/music/wordmark.tsx';

const quiet = 'inline-flex min-h-11 items-center font-medium text-muted hover:text-text';

export function LandingHeader() {
  return (
    <header className="relative z-10 mx-auto flex h-16 max-w-[90rem] items-center justify-between gap-4 px-4 sm:px-12">
      <Wordmark size={1.75}>{product.wordmark}</Wordmark>
      <nav aria-label="Sections" className="flex items-center gap-6">
        <a href="#artists" className={`${quiet} max-sm:hidden`}>
          For artists
        </a>
        <a href="#listeners" className={`${quiet} max-sm:hidden`}>
          For listeners
        </a>
        <Link to="/auth" className={quiet}>
          Sign in
        </Link>
      </nav>
    </header>
  );
}
