import { useState } from 'react';
import type { TrackReview } from '#contract/reviews.ts';
import { failureText } from '#web/error-messages.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { SelectField } from '#web/ui/select-field.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { Stars } from '#web/ui/stars.tsx';
import { TimeAgo } from '#web/ui/time-ago.tsx';
import { ExportReviews } from './export-reviews.tsx';
import { useTrackReviews } from './review-queries.ts';
import { ShownHelp } from './shown-help.tsx';

/** All reviews of one own track, newest first. */
export function TrackReviews({ trackId }: { trackId: string }) {
  const [rating, setRating] = useState<RatingChoice>('all');
  return (
    <section aria-labelledby="track-reviews" className="grid gap-4">
      <div className="flex flex-wrap items-end justify-between gap-4">
        <h2 id="track-reviews" className="text-2xl">
          Reviews
        </h2>
        <div className="flex flex-wrap items-end gap-3">
          <div className="w-40">
            <SelectField label="Stars" options={ratingOptions} value={rating} onChange={setRating} />
          </div>
          <ExportReviews trackId={trackId} />
        </div>
      </div>
      <ReviewList trackId={trackId} rating={rating === 'all' ? null : Number(rating)} />
    </section>
  );
}

type RatingChoice = 'all' | '5' | '4' | '3' | '2' | '1';
const ratingOptions: readonly { value: RatingChoice; label: string }[] = [
  { value: 'all', label: 'All reviews' },
  { value: '5', label: '5 stars' },
  { value: '4', label: '4 stars' },
  { value: '3', label: '3 stars' },
  { value: '2', label: '2 stars' },
  { value: '1', label: '1 star' },
];

function ReviewList({ trackId, rating }: { trackId: string; rating: number | null }) {
  const query = useTrackReviews(trackId, rating);
  const reviews = query.data?.pages.flatMap((page) => page.items);
  if (reviews === undefined && query.isError) {
    return (
      <Panel tone="wrong" title="The reviews did not load" level={3}>
        <div className="grid justify-items-start gap-4">
          <p>{failureText(query.error)}</p>
          <Button variant="quiet" onPress={() => query.refetch()} isPending={query.isFetching}>
            Retry
          </Button>
        </div>
      </Panel>
    );
  }
  if (reviews === undefined) return <Skeleton className="h-60 w-full" label="Loading reviews" />;
  if (reviews.length === 0 && rating !== null) {
    return <EmptyState level={3} title={`No review with ${rating === 1 ? '1 star' : `${rating} stars`}`} />;
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
