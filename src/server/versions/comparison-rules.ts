import type { ComparedSide } from '#contract/versions/version-rules.ts';
import { secondsToCompare } from '#contract/versions/version-rules.ts';

/** What a listener has heard of one of two versions in their comparison. */
interface VersionHeard {
  readonly durationMs: number;
  /** Different seconds. */
  readonly seconds: number;
}

/** Different seconds that are still to be heard of a version. */
export const missingSeconds = ({ durationMs, seconds }: VersionHeard): number =>
  Math.max(0, secondsToCompare(durationMs) - seconds);

/** What counts of the time listened, in milliseconds: all but what is missing of either is never reached without it. */
export const countedMilliseconds = (listenedMs: number, missing: number, requiredMs: number): number =>
  missing > 0 ? Math.min(listenedMs, Math.max(0, requiredMs - missing * 1000)) : listenedMs;

/**
 * By what the sound of each is multiplied so that both are equally loud: the louder one is turned down, none is turned up. Both stay
 * as they are where one was not measured.
 */
export function levels(newLufs: number | null, formerLufs: number | null): { new: number; former: number } {
  if (newLufs === null || formerLufs === null) return { new: 1, former: 1 };
  const target = Math.min(newLufs, formerLufs);
  return { new: factor(target - newLufs), former: factor(target - formerLufs) };
}

const factor = (decibels: number): number => 10 ** (decibels / 20);

export const otherSide = (side: ComparedSide): ComparedSide => (side === 'a' ? 'b' : 'a');
