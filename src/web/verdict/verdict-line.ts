import type { OwnTrack } from '#contract/tracks.ts';
import { fewestForRating } from '#contract/verdict-rules.ts';

export interface Staying {
  readonly listeners: number;
  readonly stayed: number;
}

/** What one line says of a track: who stayed, else its stars, else that it is too early. */
export function lineSentence(
  { reviewCount, averageRating }: Pick<OwnTrack, 'reviewCount' | 'averageRating'>,
  staying: Staying | null,
): string {
  const rated = averageRating === null ? '' : `${averageRating.toFixed(1)} stars`;
  if (staying !== null)
    return `${staying.stayed} of ${staying.listeners} stayed unpaid${rated === '' ? '' : `, ${rated}`}`;
  if (reviewCount === 0) return 'No reviews yet';
  if (reviewCount < fewestForRating) return 'Too early to tell';
  return rated;
}
