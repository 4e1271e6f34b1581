import type { Answer } from '../call.ts';
import type { DrawnMarkup } from '../drawn-markup.ts';
import type { getPublicArtistProfile, getPublicArtistTracks } from './discovery.ts';

/** The element of an artist's page that holds what the page shows first. */
export const artistDocumentId = 'artist-document';

/** What the server writes there as JSON, so that the page needs no call before it shows. */
export interface ArtistDocument {
  readonly artist: Answer<typeof getPublicArtistProfile>;
  readonly tracks: Answer<typeof getPublicArtistTracks>;
}

/** The module that the build makes of the web's own components, for the server to draw an artist's page. */
export interface ArtistDrawing {
  readonly makeDrawArtist: () => Promise<DrawArtist>;
}
export type DrawArtist = (document: ArtistDocument) => DrawnMarkup;
