import { Link } from '@tanstack/react-router';
import { lazy, Suspense, useMemo } from 'react';
import { genreLabel } from '#contract/business-rules.ts';
import type { OwnTrack } from '#contract/tracks.ts';
import { isRefusal } from '#web/api-failures.ts';
import { failureText } from '#web/error-messages.ts';
import { LoadFailure } from '#web/load-failure.tsx';
import { trackPeaks } from '#web/track-peaks.ts';
import { useOwnTrack } from '#web/tracks/track-queries.ts';
import { buttonStyle } from '#web/ui/controls/button-style.ts';
import { linkStyle } from '#web/ui/controls/link-style.ts';
import { Badge } from '#web/ui/display/badge.tsx';
import { formatDuration } from '#web/ui/display/duration.ts';
import { EmptyState } from '#web/ui/display/empty-state.tsx';
import { PageHeading } from '#web/ui/display/page-heading.tsx';
import { Skeleton } from '#web/ui/display/skeleton.tsx';
import { TimeAgo } from '#web/ui/display/time-ago.tsx';
import { SwellType } from '#web/ui/music/swell-type.tsx';
import { Charts } from './analytics-figures.tsx';
import { FactRow } from './fact-row.tsx';
import { useAnalytics } from './review-queries.ts';
import { TrackReviews } from './track-reviews.tsx';

const TrackHearing = lazy(() =>
  import('./track-hearing.tsx').then((module) => ({ default: module.TrackHearing })),
);

/** One own track: its facts and everything that was written about it. */
export function TrackAnalytics({ trackId }: { trackId: string }) {
  const { data: track, isError, error, isFetching, refetch } = useOwnTrack(trackId);
  const figures = useAnalytics(trackId).data;
  return (
    <>
      <p>
        <Link to="/app/analytics" search={{}} className={`${linkStyle} inline-block py-2.5`}>
          All tracks
        </Link>
      </p>
      {track !== undefined && <Facts track={track} />}
      <Suspense fallback={null}>{track !== undefined && <TrackHearing track={track} />}</Suspense>
      {figures !== undefined && <Charts figures={figures} />}
      {track !== undefined && <TrackReviews trackId={trackId} />}
      {track === undefined && !isError && <Skeleton className="h-96 w-full" label="Loading the track" />}
      {track === undefined && isError && (
        <>
          <PageHeading>Analytics</PageHeading>
          {isRefusal(error, 'not_found') || isRefusal(error, 'malformed') ? (
            <NotYours />
          ) : (
            <LoadFailure
              title="Error loading analytics"
              onRetry={() => void refetch()}
              isRetrying={isFetching}
            >
              {failureText(error)}
            </LoadFailure>
          )}
        </>
      )}
    </>
  );
}

const NotYours = () => (
  <EmptyState
    title="No such track"
    action={
      <Link to="/app/tracks" className={buttonStyle({ variant: 'quiet' })}>
        My Tracks
      </Link>
    }
  >
    None of your tracks has this address. It may be another artist's.
  </EmptyState>
);

function Facts({ track }: { track: OwnTrack }) {
  const peaks = useMemo(() => trackPeaks(track.peaks), [track.peaks]);
  return (
    <>
      <header className="grid gap-4">
        <SwellType as="h1" peaks={peaks} largest={4.5}>
          {track.title}
        </SwellType>
        <p className="flex flex-wrap items-center gap-3 text-muted">
          <span>
            {genreLabel(track.genre)} · {formatDuration(track.durationSeconds)} ·{' '}
            <TimeAgo date={track.createdAt} />
          </span>
          <Badge variant={track.status === 'deleted' ? 'deleted' : 'secondary'}>{track.status}</Badge>
        </p>
      </header>
      <FactRow
        facts={[
          { label: 'Plays', value: track.playCount.toLocaleString('en-US') },
          { label: 'Reviews', value: `${track.reviewCount} of ${track.reviewTarget}` },
          { label: 'Average rating', value: track.averageRating?.toFixed(1) ?? '–' },
          { label: 'Listening now', value: track.listeningNow.toLocaleString('en-US') },
        ]}
      />
    </>
  );
}
