import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { ThemeToggle } from '#web/ui/controls/theme-toggle.tsx';
import { HouseLink } from './lone-frame.tsx';
import { SiteFooter } from './site-footer.tsx';

const entry = 'inline-flex min-h-11 items-center font-medium text-muted hover:text-text';

interface EntryAroundProps {
  /** The page to return to after signing in; without one there are no links to sign in. */
  next?: string | undefined;
  children: ReactNode;
}

/** Header and footer of pages outside the application. */
export const EntryAround = ({ next, children }: EntryAroundProps) => (
  <div className="flex min-h-dvh flex-col">
    <header className="flex h-16 items-center justify-between gap-3 px-4 sm:px-12">
      <HouseLink />
      <div className="flex items-center gap-4">
        {next !== undefined && (
          <>
            <Link to="/auth" search={{ next, form: 'sign-in' }} className={entry}>
              Sign in
            </Link>
            <Link to="/auth" search={{ next, form: 'sign-up' }} className={`${entry} max-sm:hidden`}>
              Create account
            </Link>
          </>
        )}
        <ThemeToggle toDarkLabel="Use the dark theme" toLightLabel="Use the light theme" />
      </div>
    </header>
    <main id="content" tabIndex={-1} className="flex grow flex-col">
      {children}
    </main>
    <SiteFooter />
  </div>
);
