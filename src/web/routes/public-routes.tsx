import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { searchText } from '../shell/search-strings.ts';
import { rootRoute, wholeWindow } from './root-route.tsx';

const landingRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  component: lazyRouteComponent(() => import('../landing/landing-page.tsx'), 'LandingPage'),
  ...wholeWindow,
});

const entryRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'entry',
  component: lazyRouteComponent(() => import('../shell/entry-frame.tsx'), 'EntryFrame'),
  ...wholeWindow,
});

const authRoute = createRoute({
  getParentRoute: () => entryRoute,
  path: '/auth',
  staticData: { title: 'Sign in' },
  validateSearch: (search) => ({
    ...searchText('next')(search),
    ...searchText('form')(search),
    ...searchText('email')(search),
    // The role that was chosen on the landing page.
    ...searchText('as')(search),
  }),
  component: lazyRouteComponent(() => import('../identity/sign-in/auth-page.tsx'), 'AuthPage'),
});

const loginRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/login',
  beforeLoad: ({ location: { search, hash } }) => {
    throw redirect({ to: '/auth', search: { ...search, form: 'sign-in' }, hash, replace: true });
  },
});

const signupRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/signup',
  beforeLoad: ({ location: { search, hash } }) => {
    throw redirect({ to: '/auth', search: { ...search, form: 'sign-up' }, hash, replace: true });
  },
});

const callbackRoute = createRoute({
  getParentRoute: () => entryRoute,
  path: '/auth/callback',
  staticData: { title: 'Email link' },
  component: lazyRouteComponent(() => import('../identity/sign-in/callback-page.tsx'), 'CallbackPage'),
});

const payoutLinkRoute = createRoute({
  getParentRoute: () => entryRoute,
  path: '/payouts/link',
  staticData: { title: 'Payouts' },
  component: lazyRouteComponent(
    () => import('../money/payout-destinations/payout-link-page.tsx'),
    'PayoutLinkPage',
  ),
});

const artistRoute = createRoute({
  getParentRoute: () => entryRoute,
  path: '/artist/$artistId',
  staticData: { title: 'Artist' },
  component: lazyRouteComponent(() => import('../music/discovery/artist-page.tsx'), 'PublicArtistPage'),
});

const exampleRoute = createRoute({
  getParentRoute: () => entryRoute,
  path: '/example',
  staticData: { title: 'A sample verdict' },
  component: lazyRouteComponent(() => import('../insight/verdict/example-page.tsx'), 'ExamplePage'),
});

const reportRoute = createRoute({
  getParentRoute: () => entryRoute,
  path: '/report',
  staticData: { title: 'Report copyright' },
  validateSearch: (search) => ({
    ...searchText('track')(search),
    ...searchText('link')(search),
    ...searchText('words')(search),
  }),
  component: lazyRouteComponent(() => import('../music/discovery/copyright-page.tsx'), 'CopyrightPage'),
});

const demoRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/demo',
  staticData: { title: 'Investor demo' },
  validateSearch: searchText('step'),
  component: lazyRouteComponent(() => import('../operation/demo/demo-page.tsx'), 'DemoPage'),
  ...wholeWindow,
});

const healthRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/health',
  staticData: { title: 'Health' },
  component: lazyRouteComponent(() => import('../shell/health-page.tsx'), 'HealthPage'),
  ...wholeWindow,
});

/** Pages that need no account. */
export const publicRoutes = [
  landingRoute,
  demoRoute,
  healthRoute,
  entryRoute.addChildren([authRoute, callbackRoute, payoutLinkRoute, artistRoute, exampleRoute, reportRoute]),
  loginRoute,
  signupRoute,
] as const;
