import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Suspense } from 'react';
import { failureText } from '#web/calls/error-messages.ts';
import { RequireRole } from '#web/identity/roles/require-role.tsx';
import { LoadFailure } from '#web/load-failure.tsx';
import { DestinationPanel } from '#web/money/payout-destinations/destination-panel.tsx';
import { linkStyle } from '#web/ui/controls/link-style.ts';
import { lazyPart, MissingPart } from '#web/ui/display/lazy-part.tsx';
import { PageHeading } from '#web/ui/display/page-heading.tsx';
import { Skeleton } from '#web/ui/display/skeleton.tsx';
import { PayoutHistory } from './payout-history.tsx';
import { isUnderWay } from './payout-texts.ts';
import { PayoutsUnderWay } from './payouts-under-way.tsx';
import { Statement } from './statement.tsx';
import { WalletFigures } from './wallet-figures.tsx';
import { payoutHistoryQuery, walletQuery } from './wallet-queries.ts';

const UnderReview = lazyPart(async () => (await import('./under-review.tsx')).UnderReview, MissingPart);

/** Polls for changed balances, in case a realtime event is lost. */
const askEvery = 15_000;

export function WalletPage() {
  return (
    <RequireRole
      userType="listener"
      title="Listener Access Required"
      body="Only listeners can access wallet features."
    >
      <div className="grid gap-8">
        <PageHeading
          lead="What your reviews have earned, and what has been paid out."
          actions={
            <Link to="/app/standing" className={`${linkStyle} py-2.5`}>
              Your standing
            </Link>
          }
        >
          Wallet
        </PageHeading>
        <WalletContent />
      </div>
    </RequireRole>
  );
}

function WalletContent() {
  const wallet = useQuery({ ...walletQuery, refetchInterval: askEvery });
  const payouts = useInfiniteQuery({ ...payoutHistoryQuery, refetchInterval: askEvery });
  const failed = [wallet, payouts].find((query) => query.isError && query.data === undefined);
  if (failed !== undefined) {
    const retry = () => void Promise.all([wallet.refetch(), payouts.refetch()]);
    return (
      <LoadFailure title="Error loading wallet data" onRetry={retry}>
        {failureText(failed.error)}
      </LoadFailure>
    );
  }
  if (wallet.data === undefined || payouts.data === undefined) {
    return <Skeleton className="h-112 w-full" label="Loading..." />;
  }
  const requests = payouts.data.pages.flatMap((page) => page.items);
  const hasOneUnderWay = requests.some(isUnderWay);
  return (
    <>
      {hasOneUnderWay && <PayoutsUnderWay payouts={requests} />}
      {wallet.data.underReview !== null && (
        <Suspense fallback={null}>
          <UnderReview kept={wallet.data.underReview} />
        </Suspense>
      )}
      <WalletFigures wallet={wallet.data} newestPayout={requests[0]?.id} isSecond={hasOneUnderWay} />
      <DestinationPanel />
      <PayoutHistory
        payouts={requests}
        hasMore={payouts.hasNextPage}
        isLoadingMore={payouts.isFetchingNextPage}
        onLoadMore={() => void payouts.fetchNextPage()}
      />
      <Statement />
    </>
  );
}
