import '#web/styles/app.css';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  type RouterHistory,
  RouterProvider,
  useLocation,
} from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import { afterEach, beforeEach, expect } from 'vitest';
import { cleanup, render } from 'vitest-browser-react';
import type { Answer } from '#contract/call.ts';
import type { Profile } from '#contract/identity/accounts.ts';
import { api } from '#contract/index.ts';
import { usualPayTerms } from '#contract/reviewing/reviews/usual-pay-terms.ts';
import { queryClient } from '#web/calls/query-client.ts';
import { adoptSession } from '#web/identity/session/session.ts';
import { leaveKeysToInputMethods } from '#web/shell/composed-keys.ts';
import { DataProvider } from '#web/shell/data-provider.tsx';
import { parseSearch, stringifySearch } from '#web/shell/search-strings.ts';
import { Toasts } from '#web/shell/toasts.tsx';
import { answerCall, standInForApi, takeMistakes } from '../stand-ins/api-stand-in.ts';
import { textsHeldByReact } from './page-translator.ts';

standInForApi();
leaveKeysToInputMethods();

const userId = '00000000-0000-4000-8000-000000000001';
export const person: Answer<typeof api.accounts.readProfile> = {
  id: userId,
  userId,
  username: 'ada',
  displayName: 'Ada',
  bio: null,
  avatarUrl: null,
  userType: null,
  genres: [],
  songsUploaded: 0,
  subscriptionStatus: 'none',
  totalEarningsCents: 0,
  reviewsCompleted: 0,
  xpPoints: 0,
  email: 'ada@example.org',
  role: 'user',
};

/** Signs Ada in, who is what the test says. */
export function signInAs(
  part: Partial<Pick<Profile, 'userType' | 'displayName' | 'bio' | 'role'>>,
): typeof person {
  const profile = { ...person, ...part };
  answerCall(api.accounts.readProfile, () => profile);
  adoptSession({ accessToken: 'token', expiresIn: 900, user: { id: userId, email: person.email } });
  return profile;
}

function Elsewhere() {
  return <p>This is {useLocation().pathname}</p>;
}

/**
 * Shows a page or a part of one as the product does: its styles, data, messages and a router. Other pages only say their path.
 * @param path of the page, for parts that read its address
 * @param Frame of the page, which shows it as its outlet
 * @param history of the window, for tests that go back in it
 */
export async function show(
  content: ReactNode,
  path = '/here',
  Frame?: () => ReactNode,
  history: RouterHistory = createMemoryHistory({ initialEntries: [path] }),
): Promise<void> {
  await cleanup();
  const shown = Promise.withResolvers<void>();
  const rootRoute = createRootRoute({
    component: () => {
      useEffect(shown.resolve, []);
      return (
        <>
          <Outlet />
          <Toasts />
        </>
      );
    },
  });
  const [pathname = path] = path.split('?');
  const here = createRoute({
    getParentRoute: () => rootRoute,
    path: pathname,
    component: Frame ?? (() => content),
  });
  if (Frame)
    here.addChildren([createRoute({ getParentRoute: () => here, path: '/', component: () => content })]);
  const elsewhere = createRoute({ getParentRoute: () => rootRoute, path: '$', component: Elsewhere });
  const router = createRouter({
    routeTree: rootRoute.addChildren([here, elsewhere]),
    history,
    parseSearch,
    stringifySearch,
  });
  await render(
    <DataProvider>
      <RouterProvider router={router} />
    </DataProvider>,
  );
  await shown.promise;
}

/** Messages outlive their page by five seconds; the next test must not see them. */
async function closeMessages(): Promise<void> {
  await expect
    .poll(() => {
      const buttons = document.querySelectorAll<HTMLElement>('[aria-label="Close message"]');
      for (const button of buttons) button.click();
      return buttons.length;
    })
    .toBe(0);
}

// What the page of another file keeps while it is closed comes after its own tests.
beforeEach(() => {
  // Pages of several areas name the pay.
  answerCall(api.reviews.readPay, () => usualPayTerms);
  localStorage.clear();
  sessionStorage.clear();
});

afterEach(async () => {
  const held = textsHeldByReact(document.body);
  await closeMessages();
  await cleanup();
  queryClient.clear();
  localStorage.clear();
  sessionStorage.clear();
  expect(takeMistakes()).toEqual([]);
  // A translated page would go on to show them, or break.
  expect(held).toEqual([]);
});
