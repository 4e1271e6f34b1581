const steps = [15, 30, 60, 120, 300, 600];
const mostSteps = 6;
/** As a fraction of the width; a tick closer to the end would touch its label. */
const closestToEnd = 0.12;

/** Positions of time labels: at round seconds, and at the end. */
export function timeTicks(durationSeconds: number): number[] {
  const step = steps.find((seconds) => durationSeconds / seconds <= mostSteps) ?? durationSeconds;
  const last = durationSeconds * (1 - closestToEnd);
  const round = Array.from({ length: mostSteps + 1 }, (_, place) => place * step);
  return [...round.filter((second) => second <= last), durationSeconds];
}
