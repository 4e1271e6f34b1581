import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { type ArtistDocument, artistDocumentId } from '#contract/music/discovery/artist-document.ts';
import { queryKeys } from '#web/calls/query-keys.ts';

/** Lazy: the first content is in the document, so just reading the page makes no call. */
const calls = () => import('./artist-calls.ts');

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
    queryFn: async ({ signal }) => (await calls()).readArtist(artistId, signal),
    initialData: () => takeDocument(artistId)?.artist,
    initialDataUpdatedAt: writtenAt,
  });

export const artistTracksQuery = (artistId: string) =>
  infiniteQueryOptions({
    queryKey: queryKeys.discovery.artistTracks(artistId),
    queryFn: async ({ pageParam, signal }) => (await calls()).listArtistTracks(artistId, pageParam, signal),
    initialPageParam: null as string | null, // The first page has no cursor, but the type must allow those of later pages.
    getNextPageParam: (page) => page.nextCursor,
    initialData: () => {
      const tracks = takeDocument(artistId)?.tracks;
      return tracks && { pages: [tracks], pageParams: [null] };
    },
    initialDataUpdatedAt: writtenAt,
  });
