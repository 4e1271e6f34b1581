import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Answer } from '#contract/call.ts';
import { api } from '#contract/index.ts';
import { callApi } from '#web/calls/api.ts';
import { queryKeys } from '#web/calls/query-keys.ts';

const emptyQueueMilliseconds = 15_000;

const waitsForTrack = (answer: Answer<typeof api.listening.nextTrack> | undefined): boolean =>
  answer?.track === null;

/**
 * The caller's served track; none if nothing is available or a limit is reached. Serving leases the track, so it is
 * requested once, and again only when it was reviewed, skipped or lost.
 * @param wantedTrackId served first if possible
 */
export const useServedTrack = (wantedTrackId: string | undefined) =>
  useQuery({
    queryKey: queryKeys.queue.wanted(wantedTrackId ?? null),
    queryFn: ({ signal }) =>
      callApi(
        api.listening.nextTrack,
        { body: wantedTrackId === undefined ? {} : { trackId: wantedTrackId } },
        { signal },
      ),
    placeholderData: keepPreviousData,
    // Queue events only matter on an empty page: a served track stays until it is reviewed, skipped or lost.
    staleTime: ({ state }) => (waitsForTrack(state.data) ? Number.POSITIVE_INFINITY : 'static'),
    gcTime: 0,
    // While no track is available, polls in case an event is lost. Hidden tabs do not, so that no track is served
    // unseen.
    refetchInterval: ({ state }) => (waitsForTrack(state.data) ? emptyQueueMilliseconds : false),
    refetchOnWindowFocus: ({ state }) => (waitsForTrack(state.data) ? 'always' : false),
    refetchOnReconnect: false,
  });
