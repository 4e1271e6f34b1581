import { Outlet, useLocation } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { matrixFlag } from '#web/browser-flags.ts';
import { useSession } from '#web/identity/session/session.ts';
import { lazyPart } from '#web/ui/display/lazy-part.tsx';
import { OfflineNotice } from './offline-notice.tsx';
import { useArrival } from './use-arrival.ts';
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
