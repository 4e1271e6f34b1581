import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router';
import { trackFilterOf } from './discovery/track-filter.ts';
import { MissingPage, NotFoundPage } from './shell/missing-pages.ts';
import { RootFrame } from './shell/root-frame.tsx';
import { RouteError, WindowError } from './shell/route-error.tsx';
import { RoutePending, WindowPending } from './shell/route-pending.tsx';
import { parseSearch, searchText, stringifySearch } from './shell/search-strings.ts';
import { canonicalPath } from './shell/twin-paths.ts';

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** The page's name in the title of the window. */
    title?: string;
  }
  interface Register {
    router: typeof router;
  }
}

/** Pages and frames that are all there is in the window, while they come and when they break. */
const wholeWindow = { pendingComponent: WindowPending, errorComponent: WindowError } as const;

const rootRoute = createRootRoute({
  component: RootFrame,
  errorComponent: WindowError,
  notFoundComponent: NotFoundPage,
  beforeLoad: ({ location }) => {
    const path = canonicalPath(location.pathname);
    if (path === null) return;
    const hash = location.hash === '' ? '' : `#${location.hash}`;
    throw redirect({ href: path + location.searchStr + hash, replace: true });
  },
});

const frontDoorRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  component: lazyRouteComponent(() => import('./front-door/front-door-page.tsx'), 'FrontDoorPage'),
  ...wholeWindow,
});

const entryRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'entry',
  component: lazyRouteComponent(() => import('./shell/entry-frame.tsx'), 'EntryFrame'),
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
  }),
  component: lazyRouteComponent(() => import('./accounts/sign-in/auth-page.tsx'), 'AuthPage'),
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
  component: lazyRouteComponent(() => import('./accounts/sign-in/callback-page.tsx'), 'CallbackPage'),
});

const payoutLinkRoute = createRoute({
  getParentRoute: () => entryRoute,
  path: '/payouts/link',
  staticData: { title: 'Payouts' },
  component: lazyRouteComponent(() => import('./payees/payout-link-page.tsx'), 'PayoutLinkPage'),
});

const appRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/app',
  component: lazyRouteComponent(() => import('./shell/app-frame.tsx'), 'AppFrame'),
  ...wholeWindow,
});

const homeRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/',
  component: lazyRouteComponent(() => import('./shell/home-redirect.tsx'), 'HomeRedirect'),
});

const onboardingRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/onboarding',
  staticData: { title: 'Complete Your Profile' },
  component: lazyRouteComponent(() => import('./accounts/roles/onboarding-page.tsx'), 'OnboardingPage'),
});

const uploadRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/upload',
  staticData: { title: 'Upload' },
  validateSearch: searchText('newVersionOf'),
  component: lazyRouteComponent(() => import('./tracks/upload-page.tsx'), 'UploadPage'),
});

const tracksRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/tracks',
  staticData: { title: 'My Tracks' },
  component: lazyRouteComponent(() => import('./tracks/my-tracks-page.tsx'), 'MyTracksPage'),
});

const analyticsRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/analytics',
  staticData: { title: 'Analytics' },
  validateSearch: searchText('track'),
  component: lazyRouteComponent(() => import('./verdict/analytics-page.tsx'), 'AnalyticsPage'),
});

const subscriptionRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/subscription',
  staticData: { title: 'Subscription' },
  validateSearch: searchText('checkout'),
  component: lazyRouteComponent(() => import('./subscriptions/subscription-page.tsx'), 'SubscriptionPage'),
});

const reviewRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/review',
  staticData: { title: 'Review Queue' },
  validateSearch: searchText('track'),
  component: lazyRouteComponent(() => import('./reviews/review-queue-page.tsx'), 'ReviewQueuePage'),
});

const myReviewsRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/my-reviews',
  staticData: { title: 'My Reviews' },
  component: lazyRouteComponent(() => import('./reviews/my-reviews-page.tsx'), 'MyReviewsPage'),
});

const standingRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/standing',
  staticData: { title: 'Standing' },
  component: lazyRouteComponent(() => import('./standing/standing-page.tsx'), 'StandingPage'),
});

const walletRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/wallet',
  staticData: { title: 'Wallet' },
  component: lazyRouteComponent(() => import('./wallet/wallet-page.tsx'), 'WalletPage'),
});

const yearStatementRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/wallet/year',
  staticData: { title: 'Yearly Statement' },
  validateSearch: searchText('year'),
  component: lazyRouteComponent(() => import('./wallet/year-statement-page.tsx'), 'YearStatementPage'),
});

const discoverRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/discover',
  staticData: { title: 'Discover' },
  validateSearch: (search) => ({ ...trackFilterOf(search), ...searchText('words')(search) }),
  component: lazyRouteComponent(() => import('./discovery/discover-page.tsx'), 'DiscoverPage'),
});

const artistRoute = createRoute({
  getParentRoute: () => entryRoute,
  path: '/artist/$artistId',
  staticData: { title: 'Artist' },
  component: lazyRouteComponent(() => import('./discovery/artist-page.tsx'), 'PublicArtistPage'),
});

const appArtistRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/artist/$artistId',
  staticData: { title: 'Artist' },
  component: lazyRouteComponent(() => import('./discovery/artist-page.tsx'), 'ArtistPage'),
});

const noticesRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/notices',
  staticData: { title: 'Notices' },
  component: lazyRouteComponent(() => import('./accounts/notices/notices-page.tsx'), 'NoticesPage'),
});

const profileRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/profile',
  staticData: { title: 'Profile' },
  component: lazyRouteComponent(() => import('./accounts/profile/profile-page.tsx'), 'ProfilePage'),
});

const settingsRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/settings',
  staticData: { title: 'Settings' },
  component: lazyRouteComponent(() => import('./own-data/settings-page.tsx'), 'SettingsPage'),
});

const adminRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/admin',
  staticData: { title: 'Admin Panel' },
  validateSearch: (search) => ({
    ...searchText('tab')(search),
    ...searchText('user')(search),
    ...searchText('cluster')(search),
  }),
  component: lazyRouteComponent(() => import('./admin/admin-page.tsx'), 'AdminPage'),
});

const testKitRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/admin/test-kit',
  staticData: { title: 'Test Kit' },
  component: lazyRouteComponent(() => import('./test-kit/test-kit-page.tsx'), 'TestKitPage'),
});

/** Every other path below /app stands behind the guard, too. */
const missingRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '$',
  staticData: { title: 'Page not found' },
  component: MissingPage,
});

const demoRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/demo',
  staticData: { title: 'Investor demo' },
  validateSearch: searchText('step'),
  component: lazyRouteComponent(() => import('./demo/demo-page.tsx'), 'DemoPage'),
  ...wholeWindow,
});

const healthRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/health',
  staticData: { title: 'Health' },
  component: lazyRouteComponent(() => import('./shell/health-page.tsx'), 'HealthPage'),
  ...wholeWindow,
});

const routeTree = rootRoute.addChildren([
  frontDoorRoute,
  demoRoute,
  healthRoute,
  entryRoute.addChildren([authRoute, callbackRoute, payoutLinkRoute, artistRoute]),
  loginRoute,
  signupRoute,
  appRoute.addChildren([
    homeRoute,
    onboardingRoute,
    uploadRoute,
    tracksRoute,
    analyticsRoute,
    subscriptionRoute,
    reviewRoute,
    myReviewsRoute,
    standingRoute,
    walletRoute,
    yearStatementRoute,
    discoverRoute,
    appArtistRoute,
    noticesRoute,
    profileRoute,
    settingsRoute,
    adminRoute,
    testKitRoute,
    missingRoute,
  ]),
]);

export const router = createRouter({
  routeTree,
  parseSearch,
  stringifySearch,
  defaultPreload: 'intent',
  defaultErrorComponent: RouteError,
  defaultNotFoundComponent: NotFoundPage,
  defaultPendingComponent: RoutePending,
  defaultPendingMs: 200,
  scrollRestoration: true,
});
