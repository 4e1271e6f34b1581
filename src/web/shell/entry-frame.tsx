import { Outlet } from '@tanstack/react-router';
import { DataProvider } from './data-provider.tsx';
import { EntryAround } from './entry-around.tsx';
import { useKeptFocus } from './use-kept-focus.ts';

/** The frame of pages outside the application: sign-in, sign-up, email links, artists. */
export function EntryFrame() {
  useKeptFocus();
  return (
    <EntryAround>
      <DataProvider>
        <Outlet />
      </DataProvider>
    </EntryAround>
  );
}
