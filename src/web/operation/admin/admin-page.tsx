import { hashKey, type QueryState, useIsFetching, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { RefreshCw } from 'lucide-react';
import { type ReactNode, Suspense } from 'react';
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

/** The code of a tab is loaded when it is opened. */
const loaded = (load: () => Promise<() => ReactNode>) => lazyPart(load, MissingPart);
const views = {
  payouts: loaded(async () => (await import('./payouts/payouts-tab.tsx')).PayoutsTab),
  reviews: loaded(async () => (await import('./reviews/reviews-tab.tsx')).ReviewsTab),
  reports: loaded(async () => (await import('./reports/reports-tab.tsx')).ReportsTab),
  clusters: loaded(async () => (await import('./clusters/clusters-tab.tsx')).ClustersTab),
  recordings: loaded(async () => (await import('./reports/recordings-tab.tsx')).RecordingsTab),
  users: loaded(async () => (await import('./users/users-tab.tsx')).UsersTab),
  activity: loaded(async () => (await import('./activity/activity-tab.tsx')).ActivityTab),
  subscriptions: loaded(async () => (await import('./subscriptions/subscriptions-tab.tsx')).SubscriptionsTab),
  books: loaded(async () => (await import('./books/books-tab.tsx')).BooksTab),
  founder: loaded(async () => (await import('./founder/founder-tab.tsx')).FounderTab),
  system: loaded(async () => (await import('./system/system-tab.tsx')).SystemTab),
};

/** The tabs in order, by group. `waits` are the figures of a tab's waiting work. */
const tabs = [
  { group: 'Work', id: 'payouts', label: 'Payouts', waits: ['pendingPayouts', 'withheldPayouts'] },
  { group: 'Work', id: 'reviews', label: 'Reviews', waits: ['waitingReviews', 'unreadReviews'] },
  { group: 'Work', id: 'reports', label: 'Reports', waits: ['openReports'] },
  { group: 'Work', id: 'clusters', label: 'Clusters', waits: ['openClusters'] },
  { group: 'Work', id: 'recordings', label: 'Recordings', waits: ['sameRecordings'] },
  { group: 'People', id: 'users', label: 'Users', waits: [] },
  { group: 'People', id: 'activity', label: 'Activity', waits: [] },
  { group: 'Money', id: 'subscriptions', label: 'Subscriptions', waits: [] },
  { group: 'Money', id: 'books', label: 'Books', waits: [] },
  { group: 'Money', id: 'founder', label: 'Founder', waits: [] },
  { group: 'System', id: 'system', label: 'System', waits: [] },
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

/** The work comes first, then the platform's totals. */
function AdminPanel() {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const { tab: asked } = useSearch({ from: '/app/admin' });
  const stats = useQuery(platformStatsQuery);
  const selected = tabs.find(({ id }) => id === asked)?.id ?? 'payouts';
  const View = views[selected];
  const isReading = useIsFetching({ queryKey: queryKeys.admin.all }) > 0;
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
      <Tabs
        label="Administration"
        selected={selected}
        onSelect={(tab) => void navigate({ to: '/app/admin', search: { tab }, resetScroll: false })}
        tabs={tabs.map(({ group, id, label, waits }) => ({
          group,
          id,
          label: <TabLabel name={label} waiting={sumOf(waits.map((figure) => stats.data?.[figure] ?? 0))} />,
          content: (
            <Suspense fallback={<Skeleton className="h-64 w-full" label="Loading..." />}>
              <View />
            </Suspense>
          ),
        }))}
      />
      {stats.data !== undefined && <PlatformCards stats={stats.data} />}
    </div>
  );
}

const sumOf = (counts: readonly number[]): number => counts.reduce((sum, count) => sum + count, 0);
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
