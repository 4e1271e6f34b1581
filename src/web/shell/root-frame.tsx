import { Outlet, useLocation, useRouter } from '@tanstack/react-router';
import { Suspense, useEffect, useState } from 'react';
import { matrixFlag } from '#web/browser-flags.ts';
import { useSession } from '#web/identity/session/session.ts';
import { lazyPart } from '#web/ui/display/lazy-part.tsx';
import { titleWindow } from '#web/window-title.ts';
import { OfflineNotice } from './offline-notice.tsx';
import { WaitNotice } from './wait-notice.tsx';

const Toasts = lazyPart(async () => (await import('./toasts.tsx')).Toasts);
const Matrix = lazyPart(async () => (await import('./matrix-background.tsx')).MatrixBackground);

/** Pages without toasts, which do not load their code. */
const silentPages = ['/', '/health', '/demo'];
/** Signed-out visitors can only read an artist's page. */
const isSilent = (pathname: string, isSignedIn: boolean): boolean =>
  silentPages.includes(pathname) || (pathname.startsWith('/artist/') && !isSignedIn);

export function RootFrame() {
  useArrival();
  const { pathname } = useLocation();
  const [hasToasts, setHasToasts] = useState(false);
  const [hasMatrix] = useState(matrixFlag.isOn);
  const isSignedIn = useSession().status === 'signedIn';
  if (!hasToasts && !isSilent(pathname, isSignedIn)) setHasToasts(true);
  return (
    <>
      <OfflineNotice />
      <WaitNotice />
      <Outlet />
      <Suspense fallback={null}>
        {hasMatrix && <Matrix />}
        {hasToasts && <Toasts />}
      </Suspense>
    </>
  );
}

/** After each navigation sets the window's title, and after a change of page focuses its heading. */
function useArrival(): void {
  const router = useRouter();
  useEffect(() => {
    let last: string | null = null;
    return router.subscribe('onRendered', ({ toLocation: { pathname } }) => {
      const matches = router.state.matches;
      const isMissing = matches.some((match) => match.status === 'notFound' || match._notFound === true);
      titleWindow(pathname, isMissing ? 'Page not found' : matches.at(-1)?.staticData.title);
      if (last !== null && last !== pathname) focusHeading();
      last = pathname;
    });
  }, [router]);
}

function focusHeading(): void {
  const heading =
    document.querySelector<HTMLElement>('main h1') ?? document.querySelector<HTMLElement>('main');
  if (heading === null) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}
