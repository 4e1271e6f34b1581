import { dayMilliseconds } from '#contract/day-milliseconds.ts';
import { type ComparedSide, panelDays, secondsToCompare } from '#contract/music/versions/version-rules.ts';

/** The share of a new version's reviews that is for reviewers of the former one first. */
const returningShare = 0.5;
/** With fewer of them, there is no panel. */
const leastReturning = 5;

export const panelEnd = (now: Date): Date => new Date(now.getTime() + panelDays * dayMilliseconds);

/** How many of a new version's reviews are for this many returning reviewers first, at most one each. */
export const returningPlaces = (returningReviewers: number, reviews: number): number =>
  returningReviewers < leastReturning
    ? 0
    : Math.min(returningReviewers, Math.floor(reviews * returningShare));

/** What a listener has heard of one of the two versions. */
interface VersionHeard {
  readonly durationMs: number;
  readonly seconds: number;
}

/** Different seconds of a version still to be heard. */
export const missingSeconds = ({ durationMs, seconds }: VersionHeard): number =>
  Math.max(0, secondsToCompare(durationMs) - seconds);

interface VersionLength {
  readonly byteLength: number;
  readonly durationMs: number;
}

/** Totals that differ less than this are one bitrate, whose exact totals would still tell the versions apart. */
const sameRate = 0.02;

/**
 * What is sent of a version before the choice: as many whole seconds as the shorter one has, since length and size of a
 * version may be known. Undefined if that is less than has to be heard: then each is sent in full.
 */
export function sentBeforeChoice(own: VersionLength, other: VersionLength): VersionLength | undefined {
  const seconds = Math.floor(Math.min(own.durationMs, other.durationMs) / 1000);
  if (seconds < Math.max(secondsToCompare(own.durationMs), secondsToCompare(other.durationMs)))
    return undefined;
  const bytesOf = ({ byteLength, durationMs }: VersionLength) =>
    Math.floor((byteLength * seconds * 1000) / durationMs);
  const [ours, theirs] = [bytesOf(own), bytesOf(other)];
  const byteLength = Math.abs(ours - theirs) < sameRate * ours ? Math.min(ours, theirs) : ours;
  return { byteLength, durationMs: seconds * 1000 };
}

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
