import type { ComparedSide } from '#contract/versions/version-rules.ts';
import { secondsToCompare } from '#contract/versions/version-rules.ts';

/** What a listener has heard of one of the two versions. */
interface VersionHeard {
  readonly durationMs: number;
  /** Different seconds. */
  readonly seconds: number;
}

/** Different seconds of a version still to be heard. */
export const missingSeconds = ({ durationMs, seconds }: VersionHeard): number =>
  Math.max(0, secondsToCompare(durationMs) - seconds);

/**
 * How much of the listening time counts, in milliseconds: the total cannot reach the requirement while seconds of
 * either version are missing.
 */
export const countedMilliseconds = (listenedMs: number, missing: number, requiredMs: number): number =>
  missing > 0 ? Math.min(listenedMs, Math.max(0, requiredMs - missing * 1000)) : listenedMs;

/**
 * Volume factors that make both equally loud: the louder one is turned down, none is turned up. Both are 1 if either
 * was not measured.
 */
export function levels(newLufs: number | null, formerLufs: number | null): { new: number; former: number } {
  if (newLufs === null || formerLufs === null) return { new: 1, former: 1 };
  const target = Math.min(newLufs, formerLufs);
  return { new: factor(target - newLufs), former: factor(target - formerLufs) };
}

const factor = (decibels: number): number => 10 ** (decibels / 20);

export const otherSide = (side: ComparedSide): ComparedSide => (side === 'a' ? 'b' : 'a');
