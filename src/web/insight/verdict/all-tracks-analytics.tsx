import { Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import type { Analytics } from '#contract/insight/verdict/analytics.ts';
import { failureText, toastFor } from '#web/calls/error-messages.ts';
import { LoadFailure } from '#web/load-failure.tsx';
import { useOwnTracks } from '#web/music/tracks/track-queries.ts';
import { Audience, Charts, Totals } from '#web/reviewing/reviews/analytics-figures.tsx';
import { useAnalytics } from '#web/reviewing/reviews/review-queries.ts';
import { buttonStyle } from '#web/ui/controls/button-style.ts';
import { linkStyle } from '#web/ui/controls/link-style.ts';
import { EmptyState } from '#web/ui/display/empty-state.tsx';
import { PageHeading } from '#web/ui/display/page-heading.tsx';
import { Skeleton } from '#web/ui/display/skeleton.tsx';
import { Stars } from '#web/ui/display/stars.tsx';
import { TimeAgo } from '#web/ui/display/time-ago.tsx';
import { toast } from '#web/ui/display/toast-queue.ts';
import { ReviewText } from './review-text.tsx';
import { TrackLines } from './track-lines.tsx';
import { useVerdictLines } from './verdict-queries.ts';

/** One row per track of the user, then the figures of all. */
export function AllTracksAnalytics() {
  const { data: figures, ...read } = useAnalytics();
  const list = useOwnTracks();
  const tracks = list.data?.pages.flatMap((page) => page.items);
  const lines = useVerdictLines(tracks?.map(({ id }) => id) ?? []);
  // Shown all at once, so that nothing shifts.
  const isThere = figures !== undefined && tracks !== undefined && !lines.isLoading;
  const error = read.error ?? list.error;
  const isError = !isThere && error !== null;
  useEffect(() => {
    if (isError) toast(toastFor(error, { title: 'Error loading analytics' }));
  }, [isError, error]);
  return (
    <>
      <PageHeading>Analytics</PageHeading>
      {isThere && tracks.length === 0 && <NoTracks />}
      {isThere && tracks.length > 0 && (
        <>
          <TrackLines list={list} tracks={tracks} lines={lines.data} />
          <Totals figures={figures} />
          {/* Fewer tracks all stand above, with their plays. */}
          {tracks.length > figures.topTracks.length && <TopTracks tracks={figures.topTracks} />}
          <RecentReviews reviews={figures.recentReviews} />
          <Charts figures={figures} />
          <Audience figures={figures} />
        </>
      )}
      {!isThere && !isError && <Skeleton className="h-60 w-full" label="Loading analytics" />}
      {isError && (
        <LoadFailure
          title="Error loading analytics"
          onRetry={() => void Promise.all([read.refetch(), list.refetch()])}
        >
          {failureText(error)}
        </LoadFailure>
      )}
    </>
  );
}

function TrackLink({ trackId, title }: { trackId: string; title: string }) {
  return (
    <Link
      to="/app/analytics"
      search={{ track: trackId }}
      className={`${linkStyle} min-w-0 py-3 wrap-anywhere`}
    >
      {title}
    </Link>
  );
}

const counted = (count: number, one: string) =>
  `${count.toLocaleString('en-US')} ${count === 1 ? one : `${one}s`}`;

function TopTracks({ tracks }: { tracks: Analytics['topTracks'] }) {
  return (
    <section aria-labelledby="top-tracks" className="grid gap-4">
      <h2 id="top-tracks" className="text-2xl">
        Top tracks
      </h2>
      <ol className="border-b border-line">
        {tracks.map(({ trackId, title, playCount, reviewCount, averageRating }) => (
          <li
            key={trackId}
            className="flex flex-wrap items-center justify-between gap-x-6 border-t border-line py-2"
          >
            <TrackLink trackId={trackId} title={title} />
            <span className="tabular text-sm text-muted">
              {counted(playCount, 'play')} ·{' '}
              {averageRating === null
                ? 'no reviews'
                : `${averageRating.toFixed(1)} stars from ${counted(reviewCount, 'review')}`}
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}

function RecentReviews({ reviews }: { reviews: Analytics['recentReviews'] }) {
  return (
    <section aria-labelledby="recent-reviews" className="grid gap-4">
      <h2 id="recent-reviews" className="text-2xl">
        Recent reviews
      </h2>
      {reviews.length === 0 && <p className="text-muted">Your first review appears here.</p>}
      <ul className="border-line [&:not(:empty)]:border-b">
        {reviews.map((review) => (
          <li
            key={review.id}
            className="grid grid-cols-[minmax(0,1fr)] gap-x-8 gap-y-1.5 border-t border-line py-4 lg:grid-cols-[minmax(0,1fr)_minmax(0,2fr)_auto]"
          >
            <div className="grid content-start gap-1">
              <p className="flex flex-wrap items-center gap-x-3">
                <span className="min-w-0 font-semibold wrap-anywhere">{review.listenerName}</span>
                <Stars value={review.rating} label={`${review.rating} of 5 stars`} />
              </p>
              <p className="flex flex-wrap items-center gap-x-3 text-sm text-muted">
                <TrackLink trackId={review.trackId} title={review.trackTitle} />
                <TimeAgo date={review.createdAt} />
              </p>
            </div>
            <ReviewText isTakenDown={review.isTakenDown} className="line-clamp-3 max-w-prose">
              {review.comment}
            </ReviewText>
          </li>
        ))}
      </ul>
    </section>
  );
}

function NoTracks() {
  return (
    <EmptyState
      title="No plays yet"
      action={
        <Link to="/app/upload" className={buttonStyle({})}>
          Upload a track
        </Link>
      }
    >
      Plays and reviews appear here as soon as someone hears your first track.
    </EmptyState>
  );
}
