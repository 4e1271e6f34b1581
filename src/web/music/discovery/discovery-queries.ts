import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { api } from '#contract/index.ts';
import type { TrackFilter } from '#contract/music/tracks/tracks.ts';
import { callApi } from '#web/calls/api.ts';
import { queryKeys } from '#web/calls/query-keys.ts';

/** Featured and new tracks that match, and track counts per genre. */
export const discoveryQuery = (filter: TrackFilter) =>
  queryOptions({
    queryKey: queryKeys.discovery.overview(filter),
    queryFn: ({ signal }) => callApi(api.discovery.readDiscovery, { query: filter }, { signal }),
  });

/** All tracks that match, page by page, newest first. */
export const publicTracksQuery = (filter: TrackFilter) =>
  infiniteQueryOptions({
    queryKey: queryKeys.discovery.tracks(filter),
    queryFn: ({ pageParam, signal }) =>
      callApi(
        api.discovery.getAllPublicTracks,
        { body: pageParam === null ? filter : { ...filter, cursor: pageParam } },
        { signal },
      ),
    initialPageParam: null as string | null, // The first page has no cursor, but the type must allow those of later pages.
    getNextPageParam: (page) => page.nextCursor,
  });

/** Tracks that match and contain the words. */
export const searchQuery = (words: string, filter: TrackFilter) =>
  queryOptions({
    queryKey: queryKeys.discovery.search(words, filter),
    queryFn: ({ signal }) => callApi(api.discovery.searchTracks, { query: { ...filter, words } }, { signal }),
    placeholderData: keepPreviousData,
  });

/** One public track; it is requested once, because its page is a form. */
export const publicTrackQuery = (trackId: string) =>
  queryOptions({
    queryKey: queryKeys.discovery.track(trackId),
    queryFn: ({ signal }) => callApi(api.discovery.readPublicTrack, { params: { trackId } }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });

/** Whether the signed-in user follows the artist. */
export const useFollow = (artistId: string) =>
  useQuery({
    queryKey: queryKeys.discovery.follow(artistId),
    queryFn: ({ signal }) => callApi(api.discovery.readFollow, { params: { artistId } }, { signal }),
  });

export function useChangeFollow(artistId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (following: boolean) =>
      callApi(following ? api.discovery.followArtist : api.discovery.unfollowArtist, {
        params: { artistId },
      }),
    onSuccess: (follow) => {
      queries.setQueryData(queryKeys.discovery.follow(artistId), follow);
      void queries.invalidateQueries({ queryKey: queryKeys.discovery.artist(artistId), exact: true });
    },
  });
}
