import type { Moment } from '#contract/listening.ts';
import { isSameMoment } from '#contract/moment-kinds.ts';

/** Seconds that each review's listener keeps listening after the paid minute: most do not, as in life. */
const unpaidSeconds = [0, 12, 0, 0, 30, 0, 6, 0, 24, 0, 18, 0, 30] as const;

export const sampleStay = (number: number): number => unpaidSeconds[number % unpaidSeconds.length] ?? 0;

/**
 * What a listener marks in a track: most hear the same two moments of each track, and everybody has a few of their own. Only
 * seconds that were heard.
 */
export function sampleMoments(track: number, number: number, heardSeconds: number): Moment[] {
  const shared: Moment[] = [
    { kind: 'lost', atSecond: 33 + ((track * 5) % 12) + (number % 3) },
    { kind: 'love', atSecond: 50 + ((track * 3) % 6) + (number % 2) },
  ];
  const own: Moment[] = [
    { kind: 'love', atSecond: 4 + ((number * 11) % 50) },
    { kind: 'skip', atSecond: 12 + ((number * 17) % 44) },
    { kind: 'love', atSecond: 62 + ((number * 7) % 20) },
  ];
  const wanted = [...shared.filter((_, place) => (number + place) % 3 !== 0), ...own.slice(number % 3)];
  return wanted.filter(
    ({ kind, atSecond }, place) =>
      atSecond < heardSeconds &&
      !wanted.slice(0, place).some((one) => one.kind === kind && isSameMoment(one.atSecond, atSecond)),
  );
}
