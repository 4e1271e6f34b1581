import { genreLabel, isGenre } from '#contract/business-rules.ts';
import type { TrackFilter } from '#contract/tracks/tracks.ts';

/** The filter in Discover's URL. Unknown values are ignored. */
export const trackFilterOf = ({ genre }: Readonly<Record<string, unknown>>): TrackFilter =>
  typeof genre === 'string' && isGenre(genre) ? { genre } : {};

/** What the tracks of a filter are called, as in "Metal tracks"; null without a filter. */
export const filterLabel = ({ genre }: TrackFilter): string | null =>
  genre === undefined ? null : genreLabel(genre);
