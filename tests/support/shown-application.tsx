import { createMemoryHistory, RouterProvider } from '@tanstack/react-router';
import { expect } from 'vitest';
import { cleanup, render } from 'vitest-browser-react';
import type { Profile } from '#contract/accounts/accounts.ts';
import { api } from '#contract/index.ts';
import { answerCall } from '#tests/support/api-stand-in.ts';
import { person } from '#tests/support/component-frame.tsx';
import { type SessionState, sessionState, startSession } from '#web/accounts/session/session.ts';
import type { SessionNews } from '#web/accounts/session/session-channel.ts';
import { routerOver } from '#web/routes.tsx';

startSession();

/** Another tab of this browser. */
const otherTab = new BroadcastChannel('earshot-session');
const tell = (news: SessionNews): void => otherTab.postMessage(news);

const hasStatus = (status: SessionState['status']): Promise<void> =>
  expect.poll(() => sessionState().status, { interval: 1 }).toBe(status);

/** Who opens a page: nobody who is signed in, or Ada as the test says. */
export type Visitor = Partial<Pick<Profile, 'userType' | 'displayName' | 'role'>> | null;

/**
 * Opens an address as a browser does that loads the whole application: its real routes and frames, before it is known
 * who is signed in.
 * @returns the history, which knows where the visitor stands
 */
export async function openApplication(address: string, visitor: Visitor) {
  await cleanup();
  const history = createMemoryHistory({ initialEntries: [address] });
  const known = Promise.withResolvers<void>();
  if (visitor === null) {
    tell({ kind: 'signedOut' });
    await hasStatus('signedOut');
  } else {
    const profile = { ...person, ...visitor };
    answerCall(api.accounts.readProfile, () => profile);
    answerCall(api.accounts.refreshSession, async () => {
      await known.promise;
      return { accessToken: 'token', expiresIn: 900, user: { id: person.userId, email: person.email } };
    });
    tell({ kind: 'signedIn', userId: '' });
    await hasStatus('restoring');
  }
  await render(<RouterProvider router={routerOver(history)} />);
  known.resolve();
  await hasStatus(visitor === null ? 'signedOut' : 'signedIn');
  return history;
}
