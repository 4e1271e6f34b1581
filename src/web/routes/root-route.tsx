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

/** Waits until the browser has the new address. A redirect to it would not reload a page if there is a hash. */
const loadAnew = () => new Promise<never>(() => setTimeout(() => window.location.reload()));

export const rootRoute = createRootRoute({
  component: RootFrame,
  errorComponent: WindowError,
  notFoundComponent: NotFoundPage,
  beforeLoad: ({ location, preload }) => {
    if (isPageOld() && !preload && !hasUnsentWork()) return loadAnew();
    const path = canonicalPath(location.pathname);
    if (path === null) return;
    const hash = location.hash === '' ? '' : `#${location.hash}`;
    throw redirect({ href: path + location.searchStr + hash, replace: true });
  },
});
