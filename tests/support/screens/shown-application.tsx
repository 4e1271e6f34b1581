import { createMemoryHistory, RouterProvider } from '@tanstack/react-router';
import { expect } from 'vitest';
import { cleanup, render } from 'vitest-browser-react';
import type { Profile } from '#contract/identity/accounts.ts';
import { api } from '#contract/index.ts';
import { person } from '#tests/support/screens/component-frame.tsx';
import { answerCall, refused } from '#tests/support/stand-ins/api-stand-in.ts';
import { type SessionState, sessionState, startSession } from '#web/identity/session/session.ts';
import type { SessionNews } from '#web/identity/session/session-channel.ts';
import { routerOver } from '#web/routes/routes.tsx';

startSession();

/** Another tab of this browser. */
const otherTab = new BroadcastChannel('earshot-session');

const hasStatus = (status: SessionState['status']): Promise<void> =>
  expect.poll(() => sessionState().status, { interval: 1 }).toBe(status);

/** What the server gives a browser of Ada's. */
export const aSession = {
  accessToken: 'token',
  expiresIn: 900,
  user: { id: person.userId, email: person.email },
};

/** Opens an address in a browser whose session has to be restored first. */
export async function openWhileRestoring(address: string): Promise<void> {
  await cleanup();
  otherTab.postMessage({ kind: 'signedIn', userId: '' } satisfies SessionNews);
  await hasStatus('restoring');
  const history = createMemoryHistory({ initialEntries: [address] });
  await render(<RouterProvider router={routerOver(history)} />);
}

/** Who opens a page: nobody who is signed in, or Ada as the test says. */
export type Visitor = Partial<Pick<Profile, 'userType' | 'displayName' | 'role'>> | null;

/**
 * Opens an address as a browser does that loads the whole application: its real routes and frames, and before it is
 * known who is signed in. A browser that was never signed in knows that at once.
 * @param readProfile instead of an answer that says at once who the visitor is
 * @returns the history, which knows where the visitor stands
 */
export async function openApplication(
  address: string,
  visitor: Visitor,
  readProfile: () => Promise<typeof person> = async () => ({ ...person, ...visitor }),
) {
  await cleanup();
  const known = Promise.withResolvers<void>();
  answerCall(api.accounts.readProfile, readProfile);
  answerCall(api.accounts.refreshSession, async () => {
    await known.promise;
    return visitor === null ? refused('refresh_token_invalid', {}) : aSession;
  });
  otherTab.postMessage({ kind: 'signedIn', userId: '' } satisfies SessionNews);
  await hasStatus('restoring');
  if (visitor === null) {
    known.resolve();
    await hasStatus('signedOut');
  }
  const history = createMemoryHistory({ initialEntries: [address] });
  await render(<RouterProvider router={routerOver(history)} />);
  known.resolve();
  await hasStatus(visitor === null ? 'signedOut' : 'signedIn');
  return history;
}
