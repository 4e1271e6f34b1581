import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { AccessPanel } from '#web/accounts/access-panel.tsx';
import { useProfile } from '#web/accounts/profile-queries.ts';
import { isTestKitThere } from '#web/browser-flags.ts';
import { failureText } from '#web/error-messages.ts';
import { LoadFailure } from '#web/load-failure.tsx';
import { Button } from '#web/ui/button.tsx';
import { buttonStyle } from '#web/ui/button-style.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { PageHeading } from '#web/ui/page-heading.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { Tabs } from '#web/ui/tabs.tsx';
import { pendingPayoutsQuery, platformStatsQuery } from './admin-queries.ts';
import { BooksTab } from './books-tab.tsx';
import { PendingPayouts } from './pending-payouts.tsx';
import { PlatformCards } from './platform-cards.tsx';

export function AdminPage() {
  const profile = useProfile().data;
  if (profile === undefined) return null;
  if (profile.role === 'admin') return <AdminPanel />;
  return (
    <AccessPanel title="Admin Access Required" body="You don't have permission to access the admin panel." />
  );
}

function AdminPanel() {
  const stats = useQuery(platformStatsQuery);
  const payouts = useInfiniteQuery(pendingPayoutsQuery);
  const [tab, setTab] = useState<'payouts' | 'books' | 'users' | 'activity'>('payouts');
  const refresh = () => void Promise.all([stats.refetch(), payouts.refetch()]);
  const failed = [stats, payouts].find((query) => query.isError);
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
              isPending={stats.isRefetching || payouts.isRefetching}
              pendingLabel="Refreshing..."
              onPress={refresh}
            >
              Refresh
            </Button>
          </>
        }
      >
        Admin Panel
      </PageHeading>
      {failed !== undefined && (
        <LoadFailure title="Error loading admin data" onRetry={refresh}>
          {failureText(failed.error)}
        </LoadFailure>
      )}
      {stats.data === undefined ? (
        !stats.isError && <Skeleton className="h-32 w-full" label="Loading..." />
      ) : (
        <PlatformCards stats={stats.data} />
      )}
      <Tabs
        label="Administration"
        selected={tab}
        onSelect={setTab}
        tabs={[
          {
            id: 'payouts',
            label: 'Payouts',
            content: (
              <PendingPayouts
                payouts={payouts.data?.pages.flatMap((page) => page.items)}
                hasMore={payouts.hasNextPage}
                isLoadingMore={payouts.isFetchingNextPage}
                onLoadMore={() => void payouts.fetchNextPage()}
              />
            ),
          },
          { id: 'books', label: 'Books', content: <BooksTab /> },
          { id: 'users', label: 'Users', content: <Owed title="User management coming soon" /> },
          { id: 'activity', label: 'Activity', content: <Owed title="Platform activity coming soon" /> },
        ]}
      />
    </div>
  );
}

const Owed = ({ title }: { title: string }) => (
  <EmptyState title={title}>This part is not built yet.</EmptyState>
);
