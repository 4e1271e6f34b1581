const endSeconds = 5;
const leastShare = 0.9;

export interface HeardSeconds {
  /** How many different seconds of the track. */
  readonly seconds: number;
  /** How many of them are among its last five. */
  readonly lastSeconds: number;
}

/** Whether a track counts as heard to the end: nearly all of it, its end included. */
export function isHeardToEnd({ seconds, lastSeconds }: HeardSeconds, durationMs: number): boolean {
  const whole = Math.floor(durationMs / 1000);
  return seconds >= whole * leastShare && lastSeconds >= Math.min(endSeconds, whole);
}

/** Reports that follow sooner change nothing, unless the player stopped, jumped or ended. */
const leastReportMilliseconds = 1500;

export const isReportedTooEarly = (event: string, lastAt: Date | null, now: Date): boolean =>
  event === 'beat' && lastAt !== null && now.getTime() - lastAt.getTime() < leastReportMilliseconds;
