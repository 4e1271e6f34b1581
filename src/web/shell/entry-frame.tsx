import { Outlet } from '@tanstack/react-router';
import { DataProvider } from './data-provider.tsx';
import { EntryAround } from './entry-around.tsx';

/** The frame of pages outside the application: sign-in, sign-up, email links, artists. */
export function EntryFrame() {
  return (
    <EntryAround>
      <DataProvider>
        <Outlet />
      </DataProvider>
    </EntryAround>
  );
}
