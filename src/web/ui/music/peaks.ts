/** The loudness of a track over its length: numbers from 0 to 1, or bytes from 0 to 255. */
export type Peaks = readonly number[] | Uint8Array;

/** Halfway between the maximum and the mean of a range: keeps beats, ignores single clicks. */
function levelOf(peaks: Peaks, from: number, to: number): number {
  let loudest = 0;
  let sum = 0;
  for (let at = from; at < to; at++) {
    const peak = peaks[at] ?? 0;
    loudest = Math.max(loudest, peak);
    sum += peak;
  }
  return (loudest + sum / (to - from)) / 2;
}

/** Resamples peaks to `count` levels from 0 to 1. Without peaks all are 0. */
export function levels(peaks: Peaks, count: number): number[] {
  const scale = peaks instanceof Uint8Array ? 255 : 1;
  return Array.from({ length: count }, (_, index) => {
    const from = Math.floor((index * peaks.length) / count);
    const to = Math.max(from + 1, Math.floor(((index + 1) * peaks.length) / count));
    return Math.min(1, levelOf(peaks, from, to) / scale);
  });
}

/** Scales levels so that the quietest is 0 and the loudest 1; nearly even ones stay in the middle. */
export function contrasted(values: readonly number[]): number[] {
  const low = Math.min(...values);
  const high = Math.max(...values);
  const range = Math.max(high - low, 0.12);
  const middle = (high + low) / 2;
  return values.map((value) => 0.5 + (value - middle) / range);
}

/** Averages every level with its neighbors, so that a row swells instead of jumping. */
export function smoothed(values: readonly number[]): number[] {
  return values.map((value, at) => {
    const before = values[at - 1] ?? value;
    const after = values[at + 1] ?? value;
    return value / 2 + (before + after) / 4;
  });
}

/** Keeps capitals off their narrowest width, where an L looks like a lowercase letter. Takes one level per letter. */
export function wideCapitals(values: readonly number[], letters: readonly string[]): number[] {
  return values.map((value, at) => {
    const letter = letters[at] ?? '';
    return letter === letter.toLowerCase() ? value : Math.max(value, 0.25);
  });
}

/** Limits the difference between neighbors: a narrow letter beside a wide one looks like a broken font. */
export function stepped(values: readonly number[], step = 0.25): number[] {
  const bounded: number[] = [];
  for (const value of values) {
    const before = bounded.at(-1) ?? value;
    bounded.push(Math.min(before + step, Math.max(before - step, value)));
  }
  return bounded;
}
