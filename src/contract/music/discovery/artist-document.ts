import type { Answer } from '../../call.ts';
import type { DrawnMarkup } from '../../drawn-markup.ts';
import type { getPublicArtistProfile, getPublicArtistTracks } from './discovery.ts';

/** The id of the element that holds an artist page's initial data. */
export const artistDocumentId = 'artist-document';

/** The JSON that the server puts there, so that the page renders before its first API call. */
export interface ArtistDocument {
  readonly artist: Answer<typeof getPublicArtistProfile>;
  readonly tracks: Answer<typeof getPublicArtistTracks>;
}

/** The module that the build makes from the web's own components, for the server to render an artist's page. */
export interface ArtistDrawing {
  readonly makeDrawArtist: () => Promise<DrawArtist>;
}
export type DrawArtist = (document: ArtistDocument) => DrawnMarkup;
