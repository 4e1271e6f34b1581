const steps = [15, 30, 60, 120, 300, 600];
const mostSteps = 6;
/** Of the width: a tick closer to the end would meet its label. */
const closestToEnd = 0.12;

/** Where a track's time is written: at round seconds, and at its end. */
export function timeTicks(durationSeconds: number): number[] {
  const step = steps.find((seconds) => durationSeconds / seconds <= mostSteps) ?? durationSeconds;
  const last = durationSeconds * (1 - closestToEnd);
  const round = Array.from({ length: mostSteps + 1 }, (_, place) => place * step);
  return [...round.filter((second) => second <= last), durationSeconds];
}
