import { useSearch } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { Skeleton } from '#web/ui/display/skeleton.tsx';
import { AllTracksAnalytics } from './all-tracks-analytics.tsx';

const TrackAnalytics = lazy(() =>
  import('./track-analytics.tsx').then((module) => ({ default: module.TrackAnalytics })),
);

/** Totals over the artist's tracks, or with `?track=` one track's facts and all its reviews. */
export function AnalyticsPage() {
  const { track } = useSearch({ from: '/app/analytics' });
  return (
    <div className="mx-auto grid w-full max-w-275 gap-8">
      {track === undefined ? (
        <AllTracksAnalytics />
      ) : (
        <Suspense fallback={<Skeleton className="h-96 w-full" label="Loading the track" />}>
          <TrackAnalytics key={track} trackId={track} />
        </Suspense>
      )}
    </div>
  );
}
