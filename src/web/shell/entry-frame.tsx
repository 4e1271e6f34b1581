import { Outlet, useLocation } from '@tanstack/react-router';
import { useSession } from '#web/identity/session/session.ts';
import { DataProvider } from './data-provider.tsx';
import { EntryAround } from './entry-around.tsx';
import { useKeptFocus } from './use-kept-focus.ts';

/** The frame of pages outside the application: sign-in, sign-up, email links, artists. */
export function EntryFrame() {
  useKeptFocus();
  const { pathname } = useLocation();
  const isForVisitors =
    useSession().status === 'signedOut' && (pathname.startsWith('/artist/') || pathname === '/example');
  return (
    <EntryAround next={isForVisitors ? pathname : undefined}>
      <DataProvider>
        <Outlet />
      </DataProvider>
    </EntryAround>
  );
}
