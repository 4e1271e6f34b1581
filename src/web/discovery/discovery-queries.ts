import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import type { Genre } from '#contract/business-rules.ts';
import { api } from '#contract/index.ts';
import { callApi } from '#web/api.ts';
import { queryKeys } from '#web/query-keys.ts';

/** Featured and new tracks, of one genre or of all, and the number of tracks of each genre. */
export const discoveryQuery = (genre: Genre | null) =>
  queryOptions({
    queryKey: queryKeys.discovery.overview(genre),
    queryFn: ({ signal }) =>
      callApi(api.discovery.readDiscovery, { query: genre === null ? {} : { genre } }, { signal }),
  });

/** All tracks of one genre, page by page, newest first. */
export const genreTracksQuery = (genre: Genre) =>
  infiniteQueryOptions({
    queryKey: queryKeys.discovery.tracks(genre),
    queryFn: ({ pageParam, signal }) =>
      callApi(
        api.discovery.getAllPublicTracks,
        { body: pageParam === null ? { genre } : { genre, cursor: pageParam } },
        { signal },
      ),
    initialPageParam: null as string | null, // The first page has no cursor; the type is that of later ones, too.
    getNextPageParam: (page) => page.nextCursor,
  });

/** Tracks that hold the words, of one genre or of all. */
export const searchQuery = (words: string, genre: Genre | null) =>
  queryOptions({
    queryKey: queryKeys.discovery.search(words, genre),
    queryFn: ({ signal }) =>
      callApi(
        api.discovery.searchTracks,
        { query: genre === null ? { words } : { words, genre } },
        { signal },
      ),
    placeholderData: keepPreviousData,
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
      return queries.invalidateQueries({ queryKey: queryKeys.discovery.artist(artistId), exact: true });
    },
  });
}
