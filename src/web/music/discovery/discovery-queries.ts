import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { api } from '#contract/index.ts';
import { type ArtistDocument, artistDocumentId } from '#contract/music/discovery/artist-document.ts';
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

/** When the document was requested. Its data becomes stale from then on, like any response. */
const writtenAt = performance.timeOrigin;

/** The data that the server put into this page's document. */
function takeDocument(artistId: string): ArtistDocument | undefined {
  const element = document.getElementById(artistDocumentId);
  if (element === null) return undefined;
  // This page's server wrote it, using the contract's types.
  const written = JSON.parse(element.textContent) as ArtistDocument;
  return written.artist.artistId === artistId ? written : undefined;
}

export const artistQuery = (artistId: string) =>
  queryOptions({
    queryKey: queryKeys.discovery.artist(artistId),
    queryFn: ({ signal }) =>
      callApi(api.discovery.getPublicArtistProfile, { body: { artistId } }, { signal }),
    initialData: () => takeDocument(artistId)?.artist,
    initialDataUpdatedAt: writtenAt,
  });

export const artistTracksQuery = (artistId: string) =>
  infiniteQueryOptions({
    queryKey: queryKeys.discovery.artistTracks(artistId),
    queryFn: ({ pageParam, signal }) =>
      callApi(
        api.discovery.getPublicArtistTracks,
        { body: pageParam === null ? { artistId } : { artistId, cursor: pageParam } },
        { signal },
      ),
    initialPageParam: null as string | null, // The first page has no cursor, but the type must allow those of later pages.
    getNextPageParam: (page) => page.nextCursor,
    initialData: () => {
      const tracks = takeDocument(artistId)?.tracks;
      return tracks && { pages: [tracks], pageParams: [null] };
    },
    initialDataUpdatedAt: writtenAt,
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
