import { useSearch } from '@tanstack/react-router';
import { AllTracksAnalytics } from './all-tracks-analytics.tsx';
import { TrackAnalytics } from './track-analytics.tsx';

/** Totals over the artist's tracks, or with `?track=` one track's facts and all its reviews. */
export function AnalyticsPage() {
  const { track } = useSearch({ from: '/app/analytics' });
  return (
    <div className="mx-auto grid w-full max-w-275 gap-8">
      {track === undefined ? <AllTracksAnalytics /> : <TrackAnalytics key={track} trackId={track} />}
    </div>
  );
}
