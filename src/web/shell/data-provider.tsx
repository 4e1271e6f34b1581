import { QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { queryClient } from '#web/calls/query-client.ts';
import { onSessionChange, sessionState } from '#web/identity/session/session.ts';
import { onSessionNews } from '#web/identity/session/session-channel.ts';
import { forgetKeptDrafts } from '#web/reviewing/reviews/forget-drafts.ts';

onSessionChange(() => {
  const { status } = sessionState();
  if (status === 'signedOut') forgetUser();
  if (status === 'signedIn') void readAnew();
});

/** Clears what this browser has of the user, so the next one cannot see it. */
function forgetUser(): void {
  queryClient.clear();
  forgetKeptDrafts();
}

/** Public pages load before the session is known, so their data is fetched again. */
function readAnew(): Promise<void> {
  queryClient.removeQueries({ type: 'inactive' });
  queryClient.getMutationCache().clear();
  return queryClient.resetQueries();
}

onSessionNews((news, from) => {
  // The tab that made the change already has the new data.
  const isOfAddress = news.kind === 'userUpdated' && news.what === 'address';
  const isOfProfile = news.kind === 'userUpdated' || news.kind === 'roleChanged';
  if (isOfAddress || (isOfProfile && from === 'elsewhere')) void queryClient.invalidateQueries();
});

/** Provides cached server data. Not used on the landing page, which fetches nothing. */
export function DataProvider({ children }: { children: ReactNode }) {
  return <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>;
}
