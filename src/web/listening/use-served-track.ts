import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Answer } from '#contract/call.ts';
import { api } from '#contract/index.ts';
import { callApi } from '#web/api.ts';
import { queryKeys } from '#web/query-keys.ts';

const emptyQueueMilliseconds = 15_000;

const waitsForTrack = (answer: Answer<typeof api.listening.nextTrack> | undefined): boolean =>
  answer?.track === null;

/**
 * The track that the caller is served, none when nothing waits or a bound is met. Serving leases the track, so it is asked for once and
 * again only when it has been reviewed, skipped or lost.
 * @param wantedTrackId served first where it may be served
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
    // News of the queue concern an empty page alone: a served track stays until it is reviewed, skipped or lost.
    staleTime: ({ state }) => (waitsForTrack(state.data) ? Number.POSITIVE_INFINITY : 'static'),
    gcTime: 0,
    // While nothing waits, looks again by itself, should no news come. Nobody is served a track they do not see.
    refetchInterval: ({ state }) => (waitsForTrack(state.data) ? emptyQueueMilliseconds : false),
    refetchOnWindowFocus: ({ state }) => (waitsForTrack(state.data) ? 'always' : false),
    refetchOnReconnect: false,
  });
