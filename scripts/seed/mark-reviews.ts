import type { ReviewMark } from '#contract/reviewing/reviews/review-marks.ts';
import type { Dependencies } from '#server/dependencies.ts';
import type { Caller } from '#server/foundation/caller.ts';
import { listTrackReviews } from '#server/reviewing/reviews/list-track-reviews.ts';
import { markReview } from '#server/reviewing/reviews/mark-review.ts';
import type { UploadedSample } from './review-tracks.ts';

const notUseful: readonly ReviewMark[] = [
  { kind: 'not_useful', reason: 'too_general' },
  { kind: 'not_useful', reason: 'no_reasons' },
  { kind: 'not_useful', reason: 'only_taste' },
];

/**
 * The artist's mark for a review, by its place from the newest: three of four are marked, and one in eight is not
 * useful.
 */
function sampleMark(place: number, hasQuestions: boolean): ReviewMark | null {
  const turn = place % 8;
  if (turn % 4 === 3) return null;
  if (turn === 5) return notUseful[Math.floor(place / 8) % notUseful.length] ?? null;
  return { kind: hasQuestions && turn % 4 === 1 ? 'answered' : 'useful' };
}

/**
 * Marks a track's reviews as its artist. Samples do not count toward standings, so only the artist sees these marks.
 */
export async function markReviews(
  deps: Dependencies,
  artist: Caller,
  { trackId, hasQuestions }: Pick<UploadedSample, 'trackId' | 'hasQuestions'>,
): Promise<number> {
  let [place, marked] = [0, 0];
  for (let cursor: string | undefined; ; ) {
    const { items, nextCursor } = await listTrackReviews(deps, artist, trackId, { cursor });
    for (const { id } of items) {
      const mark = sampleMark(place, hasQuestions);
      if (mark) await markReview(deps, artist.userId, id, mark);
      if (mark) marked += 1;
      place += 1;
    }
    if (nextCursor === null) return marked;
    cursor = nextCursor;
  }
}
