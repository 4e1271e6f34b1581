import { Link } from '@tanstack/react-router';
import { minimumReviewWords, rewardPerReview } from '#contract/business-rules.ts';
import { formatCents } from '#contract/cents.ts';
import type { ReviewStats } from '#contract/reviewing/reviews/reviews.ts';
import { failureText } from '#web/calls/error-messages.ts';
import { LoadFailure } from '#web/load-failure.tsx';
import { buttonStyle } from '#web/ui/controls/button-style.ts';
import { linkStyle } from '#web/ui/controls/link-style.ts';
import { LoadMore } from '#web/ui/controls/load-more.tsx';
import { EmptyState } from '#web/ui/display/empty-state.tsx';
import { Money } from '#web/ui/display/money.tsx';
import { PageHeading } from '#web/ui/display/page-heading.tsx';
import { Skeleton } from '#web/ui/display/skeleton.tsx';
import { FactRow } from './fact-row.tsx';
import { listeningTime } from './listening-time.ts';
import { OwnReviewItem } from './own-review-item.tsx';
import { useOwnReviews, useReviewStats } from './review-queries.ts';
import { sampleReviews, sampleStats } from './sample-reviews.ts';

export function MyReviewsPage() {
  return (
    <div className="grid w-full max-w-275 gap-8">
      <PageHeading
        actions={
          <>
            <Link to="/app/standing" className={`${linkStyle} py-2.5`}>
              Your standing
            </Link>
            <Link to="/app/review" className={buttonStyle({})}>
              Review more tracks
            </Link>
          </>
        }
      >
        My Reviews
      </PageHeading>
      <Stats />
      <section aria-labelledby="review-history" className="grid gap-4">
        <h2 id="review-history" className="text-2xl">
          Review history
        </h2>
        <History />
      </section>
    </div>
  );
}

const unknown = '–';

function Stats() {
  const { data: stats, error, errorUpdateCount, isFetching, refetch } = useReviewStats();
  const isHistoryMissing = useIsHistoryMissing();
  // While it is retried there is no error, and the samples stay.
  if (stats !== undefined || errorUpdateCount === 0) return <Figures stats={stats} />;
  // One notice below says it of both.
  if (isHistoryMissing) return <Figures stats={sampleStats} />;
  return (
    <div className="grid gap-6">
      <LoadFailure title="Sample data" onRetry={() => void refetch()} isRetrying={isFetching}>
        Your figures did not load, so these are samples. {error !== null && failureText(error)}
      </LoadFailure>
      <Figures stats={sampleStats} />
    </div>
  );
}

function Figures({ stats }: { stats: ReviewStats | undefined }) {
  return (
    <FactRow
      facts={[
        { label: 'Total reviews', value: stats?.totalReviews.toLocaleString('en-US') ?? unknown },
        { label: 'Average rating given', value: stats?.averageRatingGiven?.toFixed(1) ?? unknown },
        {
          label: 'Total earned',
          value: stats === undefined ? unknown : <Money cents={stats.totalEarnedCents} tone="earned" />,
        },
        {
          label: 'Listening time',
          value: stats === undefined ? unknown : listeningTime(stats.listeningHours),
        },
      ]}
    />
  );
}

function useIsHistoryMissing(): boolean {
  const { data, errorUpdateCount } = useOwnReviews();
  return data === undefined && errorUpdateCount > 0;
}

function History() {
  const query = useOwnReviews();
  const stats = useReviewStats();
  const areFiguresMissing = stats.data === undefined && stats.errorUpdateCount > 0;
  const reviews = query.data?.pages.flatMap((page) => page.items);
  if (reviews === undefined && query.errorUpdateCount > 0) {
    return (
      <HistoryFailure
        message={query.error === null ? '' : failureText(query.error)}
        areFiguresMissing={areFiguresMissing}
        onRetry={() => {
          void query.refetch();
          if (areFiguresMissing) void stats.refetch();
        }}
        isRetrying={query.isFetching}
      />
    );
  }
  if (reviews === undefined) return <Skeleton className="h-60 w-full" label="Loading your reviews" />;
  if (reviews.length === 0) return <NoReviews />;
  return (
    <div className="grid justify-items-start gap-6">
      <ul className="w-full border-b border-line">
        {reviews.map((review) => (
          <OwnReviewItem key={review.id} review={review} />
        ))}
      </ul>
      {query.hasNextPage && (
        <LoadMore isLoading={query.isFetchingNextPage} onPress={() => query.fetchNextPage()}>
          Load More Reviews
        </LoadMore>
      )}
    </div>
  );
}

function NoReviews() {
  return (
    <EmptyState
      level={3}
      title="No reviews yet"
      action={
        <Link to="/app/review" className={buttonStyle({ variant: 'quiet' })}>
          Open the review queue
        </Link>
      }
    >
      Hear a track for a minute, write at least {minimumReviewWords} words, and earn{' '}
      {formatCents(rewardPerReview)} once your review is approved.
    </EmptyState>
  );
}

interface HistoryFailureProps {
  /** Whether the figures above are missing as well, and are samples. */
  areFiguresMissing: boolean;
  /** The server's message. */
  message: string;
  onRetry: () => void;
  isRetrying: boolean;
}

/** Replaces a history that failed to load: labeled samples, and Retry. */
function HistoryFailure(props: HistoryFailureProps) {
  const { areFiguresMissing, message, onRetry, isRetrying } = props;
  return (
    <div className="grid gap-6">
      <LoadFailure level={3} title="Sample data" onRetry={onRetry} isRetrying={isRetrying}>
        {areFiguresMissing
          ? 'Your figures and reviews did not load, so all of these are samples.'
          : 'Your reviews did not load, so these are samples.'}{' '}
        {message}
      </LoadFailure>
      <ul aria-label="Sample reviews" className="w-full border-b border-line">
        {sampleReviews.map((review) => (
          <OwnReviewItem key={review.id} review={review} />
        ))}
      </ul>
    </div>
  );
}
