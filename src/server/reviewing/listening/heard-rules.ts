import { requiredListeningSeconds } from '#contract/business-rules.ts';
import type { ListeningProgress } from '#contract/reviewing/listening/listening.ts';
import type { Stretch } from '../../music/tracks/audio/player-rules.ts';

/** The most stretches sent to a browser; more than a person creates by seeking. */
const toldStretches = 200;

/** A track shorter than the required time counts over replays (decisions 4). */
export const addsUpOverReplays = (durationMs: number): boolean =>
  durationMs < requiredListeningSeconds * 1000;

/** Converts the stored list of ends to stretches. */
export const stretchesOf = (ends: readonly number[]): Stretch[] =>
  Array.from({ length: ends.length / 2 }, (_, i) => ({ from: ends[2 * i] ?? 0, to: ends[2 * i + 1] ?? 0 }));

/**
 * Milliseconds to add to the listening: the time earned, at most as much as was heard for the first time. Ten seconds played six
 * times are not a minute of the track.
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

/** The stretches that no longer count, for the browser. None if every replay counts. */
export const toldHeard = (heard: readonly Stretch[], durationMs: number): ListeningProgress['heard'] =>
  addsUpOverReplays(durationMs) ? [] : heard.slice(0, toldStretches).map(({ from, to }) => [from, to]);
