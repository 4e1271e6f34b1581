import { dayMilliseconds } from '#contract/day-milliseconds.ts';

/** When the next track is likely, by how many got reviews in these days. Null if none did. */
export const likelyAt = (begun: number, days: number, now: Date): Date | null =>
  begun === 0 ? null : new Date(now.getTime() + (days * dayMilliseconds) / begun);
