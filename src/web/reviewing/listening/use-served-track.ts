import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Answer } from '#contract/call.ts';
import { api } from '#contract/index.ts';
import type { ServedTrack } from '#contract/reviewing/listening/listening.ts';
import { callApi } from '#web/calls/api.ts';
import { queryKeys } from '#web/calls/query-keys.ts';

const emptyQueueMilliseconds = 15_000;

/**
 * What the served track is left for. Done: the next track. Asked: the same one again, because it has new questions, or
 * its comparison or the track itself has ended. Alone: the new version alone, because the former was removed before the
 * choice, without which there is no review. Lost: the server no longer serves this track to this listener. Chosen: what
 * may be revealed after the choice between two versions.
 */
export type NextReason = 'done' | 'asked' | 'alone' | 'lost' | { readonly chosen: ServedTrack };
export type OnNext = (reason: NextReason) => Promise<void>;

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
