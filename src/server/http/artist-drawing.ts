import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ArtistDrawing, DrawArtist } from '#contract/discovery/artist-document.ts';

/** Loads what draws artists' pages, built from the web's components beside the web: scripts/draw-pages.ts. */
export async function readArtistDrawing(webRoot: string): Promise<DrawArtist> {
  const { href } = pathToFileURL(join(webRoot, '../drawing/artist.js'));
  // The build made it of discovery/drawn-artist.tsx, which has this type.
  const { makeDrawArtist } = (await import(href)) as ArtistDrawing;
  return makeDrawArtist();
}
