import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { mostTracksAsked } from '#contract/business-rules.ts';
import { queryKeys } from '#web/query-keys.ts';

/** Which of these tracks the signed-in listener has reviewed; none while that is not known. */
export function useReviewedTracks(tracks: readonly { trackId: string }[], isListener: boolean): Set<string> {
  const trackIds = tracks.slice(0, mostTracksAsked).map(({ trackId }) => trackId);
  const { data } = useQuery({
    queryKey: queryKeys.reviews.reviewed(trackIds),
    // Loaded when needed: an artist's page shows to everybody, and only listeners have reviewed.
    queryFn: async ({ signal }) => (await import('./artist-calls.ts')).listReviewedTracks(trackIds, signal),
    enabled: isListener && trackIds.length > 0,
    placeholderData: keepPreviousData,
  });
  return new Set(data?.trackIds);
}
