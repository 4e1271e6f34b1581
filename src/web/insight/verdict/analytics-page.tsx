import { useSearch } from '@tanstack/react-router';
import { Suspense } from 'react';
import { lazyPart, MissingPart } from '#web/ui/display/lazy-part.tsx';
import { Skeleton } from '#web/ui/display/skeleton.tsx';
import { AllTracksAnalytics } from './all-tracks-analytics.tsx';

const TrackVerdict = lazyPart(async () => (await import('./track-verdict.tsx')).TrackVerdict, MissingPart);

/** The artist's tracks with their figures, or with `?track=` the verdict of one. */
export function AnalyticsPage() {
  const { track } = useSearch({ from: '/app/analytics' });
  return (
    <div className={`grid w-full gap-8 ${track === undefined ? 'max-w-275' : 'max-w-325'}`}>
      {track === undefined ? (
        <AllTracksAnalytics />
      ) : (
        <Suspense fallback={<Skeleton className="h-96 w-full" label="Loading the track" />}>
          <TrackVerdict key={track} trackId={track} />
        </Suspense>
      )}
    </div>
  );
}
