import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { mostTracksAsked } from '#contract/business-rules.ts';
import { queryKeys } from '#web/calls/query-keys.ts';

/** Which of these tracks the signed-in listener has reviewed; empty until known. */
export function useReviewedTracks(tracks: readonly { trackId: string }[], isListener: boolean): Set<string> {
  const trackIds = tracks.slice(0, mostTracksAsked).map(({ trackId }) => trackId);
  const { data } = useQuery({
    queryKey: queryKeys.reviews.reviewed(trackIds),
    // Lazy: artist pages are public, and only listeners have reviews.
    queryFn: async ({ signal }) => (await import('./artist-calls.ts')).listReviewedTracks(trackIds, signal),
    enabled: isListener && trackIds.length > 0,
    placeholderData: keepPreviousData,
  });
  return new Set(data?.trackIds);
}
