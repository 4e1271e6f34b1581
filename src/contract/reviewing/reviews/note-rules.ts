/** The second of a note at this position: at most the track's last. */
export const noteSecond = (position: number, durationSeconds: number): number =>
  Math.max(0, Math.min(Math.floor(position), Math.ceil(durationSeconds) - 1));
