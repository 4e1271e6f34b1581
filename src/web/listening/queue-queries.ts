import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { api } from '#contract/index.ts';
import { callApi } from '#web/api.ts';

const emptyQueueMilliseconds = 15_000;

/**
 * The track that the caller is served, null when none waits. Serving leases the track, so it is asked for once and
 * again only when it has been reviewed, skipped or lost.
 * @param wantedTrackId served first where it may be served
 */
export const useServedTrack = (wantedTrackId: string | undefined) =>
  useQuery({
    queryKey: ['queue', wantedTrackId ?? null],
    queryFn: ({ signal }) =>
      callApi(
        api.listening.nextTrack,
        { body: wantedTrackId === undefined ? {} : { trackId: wantedTrackId } },
        { signal },
      ),
    select: ({ track }) => track,
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    // While nothing waits, looks again by itself.
    refetchInterval: ({ state }) => (state.data?.track === null ? emptyQueueMilliseconds : false),
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });

/**
 * Puts the served track behind all tracks that were not skipped.
 * @param settle stops the sound first, so that no report of it comes after the skip
 */
export const useSkipTrack = (settle: () => Promise<void>) =>
  useMutation({
    mutationFn: async (trackId: string) => {
      await settle();
      return callApi(api.listening.skipTrack, { body: { trackId } });
    },
  });
