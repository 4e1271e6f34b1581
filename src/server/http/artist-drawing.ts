import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ArtistDrawing, DrawArtist } from '#contract/music/discovery/artist-document.ts';

/** Loads the renderer of artist pages, which scripts/draw-pages.ts builds from the web's components. */
export async function readArtistDrawing(webRoot: string): Promise<DrawArtist> {
  const { href } = pathToFileURL(join(webRoot, '../drawing/artist.js'));
  // The build creates it from discovery/drawn-artist.tsx, which has this type.
  const { makeDrawArtist } = (await import(href)) as ArtistDrawing;
  return makeDrawArtist();
}
