import { createRootRoute, redirect } from '@tanstack/react-router';
import { isPageOld } from '../calls/page-build.ts';
import { hasUnsentWork } from '../forms/unsent-work.ts';
import { NotFoundPage } from '../shell/missing-pages.ts';
import { canonicalPath } from '../shell/path-aliases.ts';
import { RootFrame } from '../shell/root-frame.tsx';
import { WindowError } from '../shell/route-error.tsx';
import { WindowPending } from '../shell/route-pending.tsx';

/** For pages and frames that fill the window, while they load and when they fail. */
export const wholeWindow = { pendingComponent: WindowPending, errorComponent: WindowError } as const;

export const rootRoute = createRootRoute({
  component: RootFrame,
  errorComponent: WindowError,
  notFoundComponent: NotFoundPage,
  beforeLoad: ({ location, preload }) => {
    if (isPageOld() && !preload && !hasUnsentWork())
      throw redirect({ href: location.href, reloadDocument: true });
    const path = canonicalPath(location.pathname);
    if (path === null) return;
    const hash = location.hash === '' ? '' : `#${location.hash}`;
    throw redirect({ href: path + location.searchStr + hash, replace: true });
  },
});
