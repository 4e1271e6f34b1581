import { isGenre } from '#contract/business-rules.ts';
import type { TrackFilter } from '#contract/music/tracks/tracks.ts';

/** The filter in Discover's URL. Unknown values are ignored. */
export const trackFilterOf = ({ genre }: Readonly<Record<string, unknown>>): TrackFilter =>
  typeof genre === 'string' && isGenre(genre) ? { genre } : {};
