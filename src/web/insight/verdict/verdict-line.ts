import type { VerdictLine } from '#contract/insight/verdict/verdict.ts';
import { fewestForRating } from '#contract/insight/verdict/verdict-rules.ts';
import type { OwnTrack } from '#contract/music/tracks/tracks.ts';
import { clusterPieces, type Piece } from './verdict-sentence.ts';

type Rated = Pick<OwnTrack, 'reviewCount' | 'averageRating'>;
type LineFacts = Pick<VerdictLine, 'staying' | 'clusters'>;

const starsOf = ({ averageRating }: Rated): string =>
  averageRating === null ? '' : `${averageRating.toFixed(1)} stars`;

function whoStayed(track: Rated, staying: NonNullable<LineFacts['staying']>): Piece[] {
  const stars = starsOf(track);
  return [
    { text: `${staying.stayed} of ${staying.listeners} stayed unpaid${stars === '' ? '' : `, ${stars}`}.` },
  ];
}

/** A track's line: who stayed, else its stars, else that it is too early; then its strongest moment. */
export function linePieces(track: Rated, facts: LineFacts | undefined): Piece[] {
  const moment = clusterPieces(facts?.clusters[0]);
  if (facts?.staying) return [...whoStayed(track, facts.staying), ...moment];
  if (track.reviewCount === 0) return [{ text: 'No reviews yet.' }];
  if (track.reviewCount < fewestForRating) return [{ text: 'Too early to tell.' }, ...moment];
  return [{ text: `${starsOf(track)}.` }, ...moment];
}
