import type { ComparedSide } from '#contract/music/versions/version-rules.ts';
import type { ServedTrack } from '#contract/reviewing/listening/listening.ts';

/**
 * The length of what is audible, in seconds. One length stands for both versions before the choice, which it must not
 * reveal; afterwards the track's own is the new version's.
 */
export function audibleSeconds(
  { durationSeconds, comparison }: Pick<ServedTrack, 'durationSeconds' | 'comparison'>,
  audible: ComparedSide | undefined,
): number {
  const isFormer = comparison != null && comparison.newSide !== null && audible !== comparison.newSide;
  return isFormer && audible !== undefined ? comparison[audible].durationSeconds : durationSeconds;
}

/** Below this offset no one hears a jump. */
const evenSeconds = 0.02;
/** Above this offset the silent one jumps; below it plays slightly faster or slower until they match. */
const jumpSeconds = 0.3;
const haste = 0.04;

/** How to align the silent player with the audible one. */
interface Correction {
  readonly jumps: boolean;
  /** Its playback rate relative to the audible one. */
  readonly rate: number;
}

/** @param ahead seconds that the silent one is ahead */
export function correction(ahead: number): Correction {
  if (Math.abs(ahead) > jumpSeconds) return { jumps: true, rate: 1 };
  if (Math.abs(ahead) <= evenSeconds) return { jumps: false, rate: 1 };
  return { jumps: false, rate: ahead > 0 ? 1 - haste : 1 + haste };
}
