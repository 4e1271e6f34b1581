/** A longer silence of a player earns no more than this: a report covers the last six seconds. */
export const longestSilenceMilliseconds = 6000;

/** How far a reported position may be ahead of the server's clock. */
const plausibleMilliseconds = 1000;

/** A player, as of its last report. */
export interface PlayerState {
  readonly positionMs: number;
  readonly beatAt: Date;
}

export interface PlayerReport {
  readonly positionMs: number;
  /** The position was chosen, not reached by playing. */
  readonly isJump: boolean;
}

/**
 * Milliseconds that a report covers, whether or not they count as listening: hidden tabs and buffering do. At most the
 * server's own time since the last report; after a longer silence at most the progress of the position.
 */
export function coveredMilliseconds(
  last: PlayerState | undefined,
  { positionMs, isJump }: PlayerReport,
  now: Date,
): number {
  if (!last) return 0;
  const elapsed = Math.max(0, now.getTime() - last.beatAt.getTime());
  const advanced = isJump ? 0 : positionMs - last.positionMs;
  return Math.floor(Math.min(elapsed, Math.max(longestSilenceMilliseconds, advanced)));
}

/** Whole seconds of a track, from `from` up to but not including `to`. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
}

/**
 * The seconds that a report proves: those before its position, at most as many as the time that it earned.
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
