import { useState } from 'react';
import type { TrackReview } from '#contract/reviews.ts';
import { failureText } from '#web/error-messages.ts';
import { LoadFailure } from '#web/load-failure.tsx';
import { Button } from '#web/ui/controls/button.tsx';
import { Badge } from '#web/ui/display/badge.tsx';
import { EmptyState } from '#web/ui/display/empty-state.tsx';
import { Skeleton } from '#web/ui/display/skeleton.tsx';
import { Stars } from '#web/ui/display/stars.tsx';
import { TimeAgo } from '#web/ui/display/time-ago.tsx';
import { ExportReviews } from './export-reviews.tsx';
import { useTrackReviews } from './review-queries.ts';
import { ShownHelp } from './shown-help.tsx';
import { StarFilter, starsText } from './star-filter.tsx';

/** All reviews of one own track, newest first. */
export function TrackReviews({ trackId }: { trackId: string }) {
  const [rating, setRating] = useState<number | null>(null);
  return (
    <section aria-labelledby="track-reviews" className="grid gap-4">
      <div className="flex flex-wrap items-end justify-between gap-4">
        <h2 id="track-reviews" className="text-2xl">
          Reviews
        </h2>
        <div className="flex flex-wrap items-end gap-x-6 gap-y-3">
          <StarFilter chosen={rating} onChoose={setRating} />
          <ExportReviews trackId={trackId} />
        </div>
      </div>
      <ReviewList trackId={trackId} rating={rating} />
    </section>
  );
}

function ReviewList({ trackId, rating }: { trackId: string; rating: number | null }) {
  const query = useTrackReviews(trackId, rating);
  const reviews = query.data?.pages.flatMap((page) => page.items);
  if (reviews === undefined && query.isError) {
    return (
      <LoadFailure
        level={3}
        title="The reviews did not load"
        onRetry={() => void query.refetch()}
        isRetrying={query.isFetching}
      >
        {failureText(query.error)}
      </LoadFailure>
    );
  }
  if (reviews === undefined) return <Skeleton className="h-60 w-full" label="Loading reviews" />;
  if (reviews.length === 0 && rating !== null) {
    return <EmptyState level={3} title={`No review with ${starsText(rating)}`} />;
  }
  if (reviews.length === 0) {
    return (
      <EmptyState level={3} title="No reviews yet">
        Listeners are served this track in turn. What they write appears here.
      </EmptyState>
    );
  }
  return (
    <div className="grid justify-items-start gap-6">
      <ul className="w-full border-b border-line">
        {reviews.map((review) => (
          <ReviewItem key={review.id} review={review} />
        ))}
      </ul>
      {query.hasNextPage && (
        <Button variant="quiet" onPress={() => query.fetchNextPage()} isPending={query.isFetchingNextPage}>
          Load more reviews
        </Button>
      )}
    </div>
  );
}

function ReviewItem({ review }: { review: TrackReview }) {
  return (
    <li className="grid gap-2 border-t border-line py-5">
      <p className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <span className="font-semibold">{review.listenerName}</span>
        <Stars value={review.rating} label={`${review.rating} of 5 stars`} />
        <span className="text-sm text-muted">
          <TimeAgo date={review.createdAt} />
        </span>
        <Badge variant={review.status === 'approved' ? 'earned' : 'secondary'}>{review.status}</Badge>
      </p>
      <p className="max-w-prose whitespace-pre-line">{review.comment}</p>
      <ShownHelp answers={review.prompts} notes={review.notes} />
    </li>
  );
}
