import { QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { onSessionChange, sessionState } from '#web/accounts/session/session.ts';
import { onSessionNews } from '#web/accounts/session/session-channel.ts';
import { queryClient } from '#web/query-client.ts';

onSessionChange(() => {
  const { status } = sessionState();
  // What one user has read must not be shown to the next.
  if (status === 'signedOut') queryClient.clear();
  if (status === 'signedIn') void readAnew();
});

/** Pages for everybody are there before it is known who looks: what they show is asked for again. */
function readAnew(): Promise<void> {
  queryClient.removeQueries({ type: 'inactive' });
  queryClient.getMutationCache().clear();
  return queryClient.resetQueries();
}

onSessionNews((news, from) => {
  // The tab that changed role or profile has the answer already.
  const isOfAddress = news.kind === 'userUpdated' && news.what === 'address';
  const isOfProfile = news.kind === 'userUpdated' || news.kind === 'roleChanged';
  if (isOfAddress || (isOfProfile && from === 'elsewhere')) void queryClient.invalidateQueries();
});

/** What pages have read from the server; outside the front door, which reads nothing. */
export function DataProvider({ children }: { children: ReactNode }) {
  return <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>;
}
