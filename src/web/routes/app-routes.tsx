import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { trackFilterOf } from '../music/discovery/track-filter.ts';
import { MissingPage } from '../shell/missing-pages.ts';
import { searchText } from '../shell/search-strings.ts';
import { rootRoute, wholeWindow } from './root-route.tsx';

const appRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/app',
  component: lazyRouteComponent(() => import('../shell/app-frame.tsx'), 'AppFrame'),
  ...wholeWindow,
});

const homeRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/',
  component: lazyRouteComponent(() => import('../shell/app-frame.tsx'), 'HomeRedirect'),
});

const onboardingRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/onboarding',
  staticData: { title: 'Complete Your Profile' },
  component: lazyRouteComponent(() => import('../identity/roles/onboarding-page.tsx'), 'OnboardingPage'),
});

const uploadRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/upload',
  staticData: { title: 'Upload' },
  validateSearch: searchText('newVersionOf'),
  component: lazyRouteComponent(() => import('../music/tracks/upload-page.tsx'), 'UploadPage'),
});

const tracksRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/tracks',
  staticData: { title: 'My Tracks' },
  component: lazyRouteComponent(() => import('../music/tracks/my-tracks-page.tsx'), 'MyTracksPage'),
});

const analyticsRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/analytics',
  staticData: { title: 'Analytics' },
  validateSearch: searchText('track'),
  component: lazyRouteComponent(() => import('../insight/verdict/analytics-page.tsx'), 'AnalyticsPage'),
});

const subscriptionRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/subscription',
  staticData: { title: 'Subscription' },
  validateSearch: searchText('checkout'),
  component: lazyRouteComponent(() => import('../plans/subscription-page.tsx'), 'SubscriptionPage'),
});

const reviewRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/review',
  staticData: { title: 'Review Queue' },
  validateSearch: searchText('track'),
  component: lazyRouteComponent(
    () => import('../reviewing/reviews/review-queue-page.tsx'),
    'ReviewQueuePage',
  ),
});

const myReviewsRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/my-reviews',
  staticData: { title: 'My Reviews' },
  component: lazyRouteComponent(() => import('../reviewing/reviews/my-reviews-page.tsx'), 'MyReviewsPage'),
});

const standingRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/standing',
  staticData: { title: 'Standing' },
  component: lazyRouteComponent(() => import('../trust/standing/standing-page.tsx'), 'StandingPage'),
});

const walletRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/wallet',
  staticData: { title: 'Wallet' },
  component: lazyRouteComponent(() => import('../money/wallet/wallet-page.tsx'), 'WalletPage'),
});

const yearStatementRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/wallet/year',
  staticData: { title: 'Yearly Statement' },
  validateSearch: searchText('year'),
  component: lazyRouteComponent(() => import('../money/wallet/year-statement-page.tsx'), 'YearStatementPage'),
});

const discoverRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/discover',
  staticData: { title: 'Discover' },
  validateSearch: (search) => ({ ...trackFilterOf(search), ...searchText('words')(search) }),
  component: lazyRouteComponent(() => import('../music/discovery/discover-page.tsx'), 'DiscoverPage'),
});

const appArtistRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/artist/$artistId',
  staticData: { title: 'Artist' },
  component: lazyRouteComponent(() => import('../music/discovery/artist-page.tsx'), 'ArtistPage'),
});

const noticesRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/notices',
  staticData: { title: 'Notices' },
  component: lazyRouteComponent(() => import('../identity/notices-page.tsx'), 'NoticesPage'),
});

const profileRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/profile',
  staticData: { title: 'Profile' },
  component: lazyRouteComponent(() => import('../identity/profile/profile-page.tsx'), 'ProfilePage'),
});

const settingsRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/settings',
  staticData: { title: 'Settings' },
  component: lazyRouteComponent(() => import('../operation/personal-data/settings-page.tsx'), 'SettingsPage'),
});

const adminRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/admin',
  staticData: { title: 'Admin Panel' },
  validateSearch: (search) => ({
    ...searchText('tab')(search),
    ...searchText('user')(search),
    ...searchText('cluster')(search),
    ...searchText('view')(search),
  }),
  component: lazyRouteComponent(() => import('../operation/admin/admin-page.tsx'), 'AdminPage'),
});

const testKitRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/admin/test-kit',
  staticData: { title: 'Test Kit' },
  component: lazyRouteComponent(() => import('../operation/test-kit/test-kit-page.tsx'), 'TestKitPage'),
});

const appHealthRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/health',
  staticData: { title: 'Health' },
  component: lazyRouteComponent(() => import('../shell/health-page.tsx'), 'HealthValues'),
});

/** Unknown paths below /app are guarded as well. */
const missingRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '$',
  staticData: { title: 'Page not found' },
  component: MissingPage,
});

/** Pages of members: everything below /app. */
export const appRoutes = appRoute.addChildren([
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
  appHealthRoute,
  missingRoute,
]);
