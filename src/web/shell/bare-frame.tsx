import type { ReactNode } from 'react';
import { product } from '#contract/product.ts';
import { pressSignOut } from '#web/forms/unsent-work.ts';
import type { FrameProfile } from '#web/identity/profile/frame-profile.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { ThemeToggle } from '#web/ui/controls/theme-toggle.tsx';
import { Wordmark } from '#web/ui/music/wordmark.tsx';
import { DebugBar } from './debug-bar.tsx';
import { SiteFooter } from './site-footer.tsx';
import { useKeptFocus } from './use-kept-focus.ts';

/** The frame of onboarding, before there is anything to navigate to: wordmark, theme, Sign Out. */
export function BareFrame({ profile, children }: { profile: FrameProfile; children: ReactNode }) {
  useKeptFocus();
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="flex h-14 items-center justify-between gap-3 border-b border-line px-4 sm:px-8">
        <Wordmark size={1.5}>{product.wordmark}</Wordmark>
        <div className="flex items-center gap-2">
          <ThemeToggle toDarkLabel="Use the dark theme" toLightLabel="Use the light theme" />
          <Button variant="quiet" size="small" onPress={pressSignOut}>
            Sign Out
          </Button>
        </div>
      </header>
      <DebugBar profile={profile} />
      <main id="content" tabIndex={-1} className="mx-auto w-full max-w-5xl grow px-4 py-8 sm:px-8 sm:py-12">
        {children}
      </main>
      <SiteFooter />
    </div>
  );
}
