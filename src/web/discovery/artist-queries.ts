import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { type ArtistDocument, artistDocumentId } from '#contract/discovery/artist-document.ts';
import { queryKeys } from '#web/query-keys.ts';

/** Loaded when needed: the page's first content is in its document, and whoever only reads it makes no call. */
const calls = () => import('./artist-calls.ts');

/** When the document was asked for: what it says counts as old soon afterwards, like every other answer. */
const writtenAt = performance.timeOrigin;

/** What the server wrote into this page's document. */
function takeDocument(artistId: string): ArtistDocument | undefined {
  const element = document.getElementById(artistDocumentId);
  if (element === null) return undefined;
  // The server of this very page wrote it, with the contract's own types.
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
    initialPageParam: null as string | null, // The first page has no cursor; the type is that of later ones, too.
    getNextPageParam: (page) => page.nextCursor,
    initialData: () => {
      const tracks = takeDocument(artistId)?.tracks;
      return tracks && { pages: [tracks], pageParams: [null] };
    },
    initialDataUpdatedAt: writtenAt,
  });
