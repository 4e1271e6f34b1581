import type { Dependencies } from '../../foundation/dependencies.ts';
import { type MarkedMoment, readMoments } from '../../reviewing/listening/read-hearing.ts';
import { readStays } from '../../reviewing/listening/read-stays.ts';
import { countStays, type EndedStay } from './staying-rules.ts';

/** What listeners did with a track, as input of the verdict. */
export interface TrackSigns {
  readonly moments: readonly MarkedMoment[];
  readonly stays: readonly EndedStay[];
  readonly leftOut: number;
  readonly count: ReturnType<typeof countStays>;
}

/** Increment it when the computation changes, so that stored verdicts are recomputed. */
const recipe = 2;

/**
 * Identifies the input of a verdict. It differs if a mark, a counted listener or a review was added or removed. Changed
 * review texts count from the next daily computation on.
 */
export function basisOf(
  { moments, count }: TrackSigns,
  { genre, reviewCount }: { readonly genre: string; readonly reviewCount: number },
): string {
  const lastMark = moments[0]?.markedAt.toISOString() ?? 'none';
  const counted = `${count?.stayed ?? 0} of ${count?.counted.length ?? 0}`;
  return `${recipe}; marks ${moments.length}, ${lastMark}; stayed ${counted}; reviews ${reviewCount}; ${genre}`;
}

export async function readSigns(
  deps: Pick<Dependencies, 'database' | 'clock'>,
  trackId: string,
): Promise<TrackSigns> {
  const [moments, { stays, leftOut }] = await Promise.all([
    readMoments(deps, trackId),
    readStays(deps, trackId),
  ]);
  return { moments, stays, leftOut, count: countStays(stays) };
}
