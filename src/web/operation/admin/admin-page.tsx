import { hashKey, type QueryState, useIsFetching, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { RefreshCw } from 'lucide-react';
import { Suspense } from 'react';
import type { PlatformStats } from '#contract/operation/admin/admin.ts';
import { isTestKitThere } from '#web/browser-flags.ts';
import { failureText } from '#web/calls/error-messages.ts';
import { queryKeys } from '#web/calls/query-keys.ts';
import { useProfile } from '#web/identity/profile/profile-queries.ts';
import { RefusedAccess } from '#web/identity/roles/refused-access.tsx';
import { LoadFailure } from '#web/load-failure.tsx';
import { Button } from '#web/ui/controls/button.tsx';
import { buttonStyle } from '#web/ui/controls/button-style.ts';
import { Tabs } from '#web/ui/controls/tabs.tsx';
import { lazyPart, MissingPart } from '#web/ui/display/lazy-part.tsx';
import { PageHeading } from '#web/ui/display/page-heading.tsx';
import { Skeleton } from '#web/ui/display/skeleton.tsx';
import { platformStatsQuery } from './admin-queries.ts';
import { PlatformCards } from './platform-cards.tsx';

/** The tabs in order. Each is loaded when opened; the count is its waiting work. */
const tabs = [
  {
    id: 'payouts',
    label: 'Payouts',
    waiting: (stats: PlatformStats) => stats.pendingPayouts,
    View: lazyPart(async () => (await import('./payouts/payouts-tab.tsx')).PayoutsTab, MissingPart),
  },
  {
    id: 'reviews',
    label: 'Reviews',
    waiting: (stats: PlatformStats) => stats.waitingReviews,
    View: lazyPart(async () => (await import('./reviews/reviews-tab.tsx')).ReviewsTab, MissingPart),
  },
  {
    id: 'reports',
    label: 'Reports',
    waiting: (stats: PlatformStats) => stats.openReports,
    View: lazyPart(async () => (await import('./reports/reports-tab.tsx')).ReportsTab, MissingPart),
  },
  {
    id: 'users',
    label: 'Users',
    View: lazyPart(async () => (await import('./users/users-tab.tsx')).UsersTab, MissingPart),
  },
  {
    id: 'clusters',
    label: 'Clusters',
    View: lazyPart(async () => (await import('./clusters/clusters-tab.tsx')).ClustersTab, MissingPart),
  },
  {
    id: 'recordings',
    label: 'Recordings',
    waiting: (stats: PlatformStats) => stats.sameRecordings,
    View: lazyPart(async () => (await import('./reports/recordings-tab.tsx')).RecordingsTab, MissingPart),
  },
  {
    id: 'subscriptions',
    label: 'Subscriptions',
    View: lazyPart(
      async () => (await import('./subscriptions/subscriptions-tab.tsx')).SubscriptionsTab,
      MissingPart,
    ),
  },
  {
    id: 'activity',
    label: 'Activity',
    View: lazyPart(async () => (await import('./activity/activity-tab.tsx')).ActivityTab, MissingPart),
  },
  {
    id: 'books',
    label: 'Books',
    View: lazyPart(async () => (await import('./books/books-tab.tsx')).BooksTab, MissingPart),
  },
  {
    id: 'founder',
    label: 'Founder',
    View: lazyPart(async () => (await import('./founder/founder-tab.tsx')).FounderTab, MissingPart),
  },
  {
    id: 'system',
    label: 'System',
    View: lazyPart(async () => (await import('./system/system-tab.tsx')).SystemTab, MissingPart),
  },
] as const;

export function AdminPage() {
  const profile = useProfile().data;
  if (profile === undefined) return null;
  if (profile.role === 'admin') return <AdminPanel />;
  return (
    <RefusedAccess
      title="Admin Access Required"
      body="You don't have permission to access the admin panel."
    />
  );
}

function AdminPanel() {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const { tab: asked } = useSearch({ from: '/app/admin' });
  const stats = useQuery(platformStatsQuery);
  const isReading = useIsFetching({ queryKey: queryKeys.admin.all }) > 0;
  const selected = tabs.find(({ id }) => id === asked)?.id ?? 'payouts';
  // The tab says the same if its own call failed as well.
  const hasTabFailed = queries
    .getQueryCache()
    .findAll({ queryKey: queryKeys.admin.all, type: 'active' })
    .some(({ queryHash, state }) => queryHash !== hashKey(platformStatsQuery.queryKey) && hasNothing(state));
  const refresh = () => void queries.refetchQueries({ queryKey: queryKeys.admin.all, type: 'active' });
  return (
    <div className="grid gap-8">
      <PageHeading
        actions={
          <>
            {isTestKitThere() && (
              <Link to="/app/admin/test-kit" className={buttonStyle({ variant: 'quiet' })}>
                Test Kit
              </Link>
            )}
            <Button
              variant="quiet"
              icon={<RefreshCw aria-hidden size={20} strokeWidth={1.75} />}
              isPending={isReading && stats.data !== undefined}
              onPress={refresh}
            >
              Refresh
            </Button>
          </>
        }
      >
        Admin Panel
      </PageHeading>
      {stats.isError && !hasTabFailed && (
        <LoadFailure title="Error loading admin data" onRetry={refresh}>
          {failureText(stats.error)}
        </LoadFailure>
      )}
      {stats.data === undefined ? (
        !stats.isError && <Skeleton className="h-32 w-full" label="Loading..." />
      ) : (
        <PlatformCards stats={stats.data} />
      )}
      <Tabs
        label="Administration"
        selected={selected}
        onSelect={(tab) => void navigate({ to: '/app/admin', search: { tab }, resetScroll: false })}
        tabs={tabs.map(({ id, label, View, ...tab }) => ({
          id,
          label: (
            <TabLabel name={label} waiting={'waiting' in tab && stats.data ? tab.waiting(stats.data) : 0} />
          ),
          content: (
            <Suspense fallback={<Skeleton className="h-64 w-full" label="Loading..." />}>
              <View />
            </Suspense>
          ),
        }))}
      />
    </div>
  );
}

const hasNothing = ({ status, data }: QueryState): boolean => status === 'error' && data === undefined;

function TabLabel({ name, waiting }: { name: string; waiting: number }) {
  if (waiting === 0) return <span>{name}</span>;
  return (
    <>
      {name}
      <span className="tabular border border-rest px-1.5 text-xs leading-5 text-brass-ink">
        {waiting.toLocaleString('en-US')}
        <span className="sr-only"> waiting</span>
      </span>
    </>
  );
}
