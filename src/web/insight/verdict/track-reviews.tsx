import { Link } from '@tanstack/react-router';
import { memo, useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Verdict } from '#contract/insight/verdict/verdict.ts';
import type { OwnTrack } from '#contract/music/tracks/tracks.ts';
import type { TrackReview } from '#contract/reviewing/reviews/reviews.ts';
import { ReportButton } from '#web/reporting/report-button.tsx';
import { ExportReviews } from '#web/reviewing/reviews/export-reviews.tsx';
import { PressReview } from '#web/reviewing/reviews/press-review.tsx';
import { ReviewMarks } from '#web/reviewing/reviews/review-marks.tsx';
import { useTrackReviews } from '#web/reviewing/reviews/review-queries.ts';
import { ShownHelp } from '#web/reviewing/reviews/shown-help.tsx';
import { StarFilter, starsText } from '#web/reviewing/reviews/star-filter.tsx';
import { TimedText } from '#web/reviewing/reviews/timed-text.tsx';
import { Button } from '#web/ui/controls/button.tsx';
import { linkStyle } from '#web/ui/controls/link-style.ts';
import { LoadMore } from '#web/ui/controls/load-more.tsx';
import { EmptyState } from '#web/ui/display/empty-state.tsx';
import { Stars } from '#web/ui/display/stars.tsx';
import { TimeAgo } from '#web/ui/display/time-ago.tsx';
import { ReviewText } from './review-text.tsx';

interface TrackReviewsProps {
  /** The newest reviews, loaded with the page. */
  page: Verdict['reviews'];
  track: OwnTrack;
  onPlay: (second: number) => void;
}

interface NewestReviewsProps extends TrackReviewsProps {
  onOpen: (headingId: string) => void;
}

/** Enough to hear how listeners talk about it. */
const newest = 3;

/** The newest reviews of the user's own track. The details have all. */
export const NewestReviews = memo(function NewestReviews(props: NewestReviewsProps) {
  const { page, track, onPlay, onOpen } = props;
  return (
    <section aria-labelledby="newest-reviews" className="grid gap-3">
      <h2 id="newest-reviews" className="text-2xl">
        Newest reviews
      </h2>
      <ul className="grid border-b border-line max-lg:grid-cols-[minmax(0,1fr)] lg:grid-cols-3 lg:gap-x-8 lg:border-t">
        {page.items.slice(0, newest).map((review) => (
          <li
            key={review.id}
            className="flex min-w-0 flex-col gap-2 py-4 wrap-anywhere max-lg:border-t max-lg:border-line"
          >
            <ReviewBy review={review} />
            <ReviewText isTakenDown={review.isTakenDown} className="whitespace-pre-line max-sm:line-clamp-6">
              <TimedText text={review.comment} durationSeconds={track.durationSeconds} onPlay={onPlay} />
            </ReviewText>
            <div className="mt-auto">
              <ReviewMarks trackId={track.id} review={review} />
            </div>
          </li>
        ))}
      </ul>
      {track.reviewCount > newest && (
        <span className="not-on-paper">
          <Button variant="quiet" size="small" onPress={() => onOpen('track-reviews')}>
            {`All ${track.reviewCount} reviews`}
          </Button>
        </span>
      )}
    </section>
  );
});

/** The number shown at first; a button shows the rest. */
const shownAtFirst = 10;

/** All reviews of the user's own track, newest first. */
export function TrackReviews({ page, track, onPlay }: TrackReviewsProps) {
  const [rating, setRating] = useState<number | null>(null);
  return (
    <section aria-labelledby="track-reviews" className="grid gap-4">
      <div className="flex flex-wrap items-end justify-between gap-4">
        <h2 id="track-reviews" className="text-2xl">
          All reviews
        </h2>
        <div className="flex flex-wrap items-end gap-x-6 gap-y-3 not-on-paper">
          <StarFilter chosen={rating} onChoose={setRating} />
          <ExportReviews trackId={track.id} rating={rating} />
        </div>
      </div>
      <p className="max-w-prose text-sm text-muted not-on-paper">
        Only you can see your marks. They help us decide which listeners to trust.{' '}
        <Link to="/app/standing" className={linkStyle}>
          How standing works
        </Link>
      </p>
      <ReviewList key={rating} page={page} track={track} rating={rating} onPlay={onPlay} />
    </section>
  );
}

/** True while the page is being printed. */
function usePrinting(): boolean {
  const [isPrinting, setPrinting] = useState(false);
  useEffect(() => {
    const begin = () => flushSync(() => setPrinting(true));
    const end = () => setPrinting(false);
    addEventListener('beforeprint', begin);
    addEventListener('afterprint', end);
    return () => {
      removeEventListener('beforeprint', begin);
      removeEventListener('afterprint', end);
    };
  }, []);
  return isPrinting;
}

/**
 * The loaded reviews of a rating, or all. If the page has not all of them, those of a rating are loaded from the first
 * on, so that the list is not empty because they are older.
 */
function useShownReviews(
  trackId: string,
  page: TrackReviewsProps['page'],
  rating: number | null,
  isWhole: boolean,
) {
  const isOfRating = rating !== null && page.nextCursor !== null;
  const wanted = isOfRating ? { after: null, rating } : { after: page.nextCursor, rating: null };
  const read = useTrackReviews(trackId, wanted, isOfRating || (isWhole && page.nextCursor !== null));
  const readItems = read.data?.pages.flatMap(({ items }) => items);
  const ofPage = page.items.filter((review) => rating === null || review.rating === rating);
  return {
    reviews: isOfRating ? (readItems ?? ofPage) : [...ofPage, ...(readItems ?? [])],
    hasMore: read.data ? read.hasNextPage : page.nextCursor !== null,
    more: {
      isNeeded: isOfRating && !read.data,
      isLoading: read.isFetching,
      load: () => void read.fetchNextPage(),
    },
  };
}

function ReviewList({ page, track, rating, onPlay }: TrackReviewsProps & { rating: number | null }) {
  const [isWhole, setWhole] = useState(false);
  const { reviews, hasMore: hasFurther, more } = useShownReviews(track.id, page, rating, isWhole);
  const isPrinting = usePrinting();
  const shown = isWhole || isPrinting ? reviews : reviews.slice(0, shownAtFirst);
  const hasMore = hasFurther || reviews.length > shown.length;
  if (reviews.length === 0 && rating !== null && !hasMore)
    return <EmptyState level={3} title={`No reviews with ${starsText(rating)}`} />;
  if (reviews.length === 0 && !hasMore)
    return (
      <EmptyState level={3} title="No reviews yet">
        Listeners get this track from the queue. Their reviews appear here.
      </EmptyState>
    );
  return (
    <div className="grid justify-items-start gap-6">
      <ul className="w-full border-b border-line">
        {shown.map((review) => (
          <ReviewItem key={review.id} review={review} track={track} onPlay={onPlay} />
        ))}
      </ul>
      {hasMore && (
        <LoadMore
          isLoading={more.isLoading}
          onPress={() => (isWhole || more.isNeeded ? more.load() : setWhole(true))}
        >
          Load more reviews
        </LoadMore>
      )}
    </div>
  );
}

const ReviewBy = ({ review }: { review: TrackReview }) => (
  <p className="flex flex-wrap content-start items-center gap-x-4 gap-y-1">
    <span className="min-w-0 font-semibold">{review.listenerName}</span>
    <Stars value={review.rating} label={`${review.rating} of 5 stars`} />
    <span className="text-sm text-muted">
      <TimeAgo date={review.createdAt} />
      {review.status === 'pending' && ' · pending'}
    </span>
  </p>
);

interface ReviewItemProps {
  review: TrackReview;
  track: OwnTrack;
  onPlay: (second: number) => void;
}

function ReviewItem({ review, track, onPlay }: ReviewItemProps) {
  const playable = { durationSeconds: track.durationSeconds, onPlay };
  return (
    <li className="grid gap-x-8 gap-y-2 border-t border-line py-5 wrap-anywhere sm:grid-cols-[11rem_minmax(0,1fr)]">
      <div className="sm:[&>p]:grid sm:[&>p]:gap-1">
        <ReviewBy review={review} />
      </div>
      <div className="grid gap-2">
        <ReviewText isTakenDown={review.isTakenDown} className="max-w-[72ch] whitespace-pre-line">
          <TimedText text={review.comment} {...playable} />
        </ReviewText>
        <ShownHelp answers={review.prompts} notes={review.notes} playable={playable} />
        <div className="flex flex-wrap items-center justify-between gap-x-6">
          <ReviewMarks trackId={track.id} review={review} />
          {!review.isTakenDown && (
            <div className="flex flex-wrap items-center gap-x-6">
              <PressReview trackId={track.id} review={review} />
              <ReportButton kind="review" thingId={review.id} name={`the review by ${review.listenerName}`} />
            </div>
          )}
        </div>
      </div>
    </li>
  );
}
