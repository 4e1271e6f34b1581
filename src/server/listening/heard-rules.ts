import { requiredListeningSeconds } from '#contract/business-rules.ts';
import type { ListeningProgress } from '#contract/listening.ts';

/** Whole seconds of a track, `from` up to but not with `to`. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
}

/** A position may run ahead of the server's clock by so much before it is no longer believed. */
const plausibleMilliseconds = 1000;
/** Stretches told to a browser. More than a person leaves behind by jumping about. */
const toldStretches = 200;

/**
 * The seconds that a report vouches for: those before its position, no more of them than the time that it earned.
 * @param creditedMs what the report earns by the server's clock
 */
export function heardStretch(
  fromMs: number,
  positionMs: number,
  creditedMs: number,
  durationMs: number,
): Stretch {
  const start = Math.max(fromMs, positionMs - creditedMs - plausibleMilliseconds);
  const end = Math.min(positionMs, durationMs);
  return { from: Math.floor(start / 1000), to: Math.ceil(end / 1000) };
}

/** A track shorter than the required time adds up over replays (decisions 4). */
export const addsUpOverReplays = (durationMs: number): boolean =>
  durationMs < requiredListeningSeconds * 1000;

/** Ends in one list, as the store has them, as stretches. */
export const stretchesOf = (ends: readonly number[]): Stretch[] =>
  Array.from({ length: ends.length / 2 }, (_, i) => ({ from: ends[2 * i] ?? 0, to: ends[2 * i + 1] ?? 0 }));

/**
 * Milliseconds by which the listening grows: the time earned, as far as there are seconds heard for the first time to
 * account for it. A minute of the same ten seconds is no minute of the track.
 */
export function grownMilliseconds(
  listenedMs: number,
  creditedMs: number,
  heard: readonly Stretch[],
  durationMs: number,
): number {
  if (addsUpOverReplays(durationMs)) return creditedMs;
  const seconds = heard.reduce((sum, { from, to }) => sum + to - from, 0);
  return Math.max(0, Math.min(creditedMs, seconds * 1000 - listenedMs));
}

/** What a browser is told of it: stretches that count no more. None where every replay counts. */
export const toldHeard = (heard: readonly Stretch[], durationMs: number): ListeningProgress['heard'] =>
  addsUpOverReplays(durationMs) ? [] : heard.slice(0, toldStretches).map(({ from, to }) => [from, to]);
