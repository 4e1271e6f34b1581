import type { Answer } from './call.ts';
import type { getPublicArtistProfile, getPublicArtistTracks } from './discovery.ts';

/** The element of an artist's page that holds what the page shows first. */
export const artistDocumentId = 'artist-document';

/** What the server writes there as JSON, so that the page needs no call before it shows. */
export interface ArtistDocument {
  readonly artist: Answer<typeof getPublicArtistProfile>;
  readonly tracks: Answer<typeof getPublicArtistTracks>;
}
