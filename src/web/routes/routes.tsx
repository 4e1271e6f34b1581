import { createRouter, type RouterHistory } from '@tanstack/react-router';
import { NotFoundPage } from '../shell/missing-pages.ts';
import { RouteError } from '../shell/route-error.tsx';
import { RoutePending } from '../shell/route-pending.tsx';
import { parseSearch, stringifySearch } from '../shell/search-strings.ts';
import { appRoutes } from './app-routes.tsx';
import { publicRoutes } from './public-routes.tsx';
import { rootRoute } from './root-route.tsx';

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** The page's name in the title of the window. */
    title?: string;
  }
  interface Register {
    router: ReturnType<typeof routerOver>;
  }
}

const routeTree = rootRoute.addChildren([...publicRoutes, appRoutes]);

/** The whole application over a history: the browser's, or one in memory. */
export const routerOver = (history: RouterHistory) =>
  createRouter({
    routeTree,
    history,
    parseSearch,
    stringifySearch,
    defaultPreload: 'intent',
    defaultErrorComponent: RouteError,
    defaultNotFoundComponent: NotFoundPage,
    defaultPendingComponent: RoutePending,
    defaultPendingMs: 200,
    scrollRestoration: true,
  });
