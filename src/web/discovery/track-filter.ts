import { isGenre } from '#contract/business-rules.ts';
import type { TrackFilter } from '#contract/tracks/tracks.ts';

/** What the address of Discover narrows its lists by. A value that nobody knows narrows nothing. */
export const trackFilterOf = ({ genre }: Readonly<Record<string, unknown>>): TrackFilter =>
  typeof genre === 'string' && isGenre(genre) ? { genre } : {};
