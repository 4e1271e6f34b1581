import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '#contract/index.ts';
import type { OwnTrack } from '#contract/music/tracks/tracks.ts';
import { callApi } from '#web/calls/api.ts';
import { queryKeys } from '#web/calls/query-keys.ts';
import { currentTime } from '#web/ui/display/current-time.ts';
import { analysisPollMilliseconds } from './analysis-poll.ts';

const listeningNowMilliseconds = 15_000;

const canBeHeardNow = ({ listeningNow, status, openPlaces }: OwnTrack): boolean =>
  listeningNow > 0 || (status === 'active' && openPlaces > 0);

/** The user's tracks by page, newest first, including deleted ones. Polls while audio is being analyzed, or while someone may listen. */
export const useOwnTracks = () =>
  useInfiniteQuery({
    queryKey: queryKeys.tracks.own,
    queryFn: ({ pageParam, signal }) =>
      callApi(
        api.tracks.listOwnTracks,
        { query: pageParam === null ? {} : { cursor: pageParam } },
        { signal },
      ),
    initialPageParam: null as string | null, // The first page has no cursor, but the type must allow those of later pages.
    getNextPageParam: (page) => page.nextCursor,
    refetchInterval: ({ state }) => {
      const tracks = state.data?.pages.flatMap((page) => page.items) ?? [];
      const polled = analysisPollMilliseconds(tracks, currentTime());
      // There is no event when someone starts or stops listening.
      return polled === false && tracks.some(canBeHeardNow) ? listeningNowMilliseconds : polled;
    },
  });

/** One of the user's tracks; not fetched for null. */
export const useOwnTrack = (trackId: string | null) =>
  useQuery({
    queryKey: queryKeys.tracks.one(trackId ?? ''),
    queryFn: ({ signal }) =>
      callApi(api.tracks.readOwnTrack, { params: { trackId: trackId ?? '' } }, { signal }),
    enabled: trackId !== null,
  });

export function useDeleteTrack() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (track: OwnTrack) => callApi(api.tracks.deleteTrack, { params: { trackId: track.id } }),
    onSuccess: () => void queries.invalidateQueries({ queryKey: queryKeys.tracks.all }),
  });
}

/** Whether the user may upload now, and from which allowance. */
export const eligibilityQuery = {
  queryKey: queryKeys.subscriptions.uploadEligibility,
  queryFn: ({ signal }: { signal?: AbortSignal }) =>
    callApi(api.subscriptions.getUploadEligibility, { body: {} }, signal === undefined ? {} : { signal }),
} as const;
export const useUploadEligibility = () => useQuery(eligibilityQuery);
