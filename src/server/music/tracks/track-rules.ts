import type { KeyObject } from 'node:crypto';
import { dayMilliseconds } from '#contract/day-milliseconds.ts';
import type { OwnTrack } from '#contract/music/tracks/tracks.ts';
import { signedCoverUrl } from './cover-rules.ts';

export interface OwnTrackRow
  extends Omit<
    OwnTrack,
    | 'durationSeconds'
    | 'peaks'
    | 'coverUrl'
    | 'averageRating'
    | 'heldUntil'
    | 'openPlaces'
    | 'assignments'
    | 'perDay'
    | 'createdAt'
  > {
  readonly durationMs: number;
  readonly peaks: Buffer | null;
  readonly coverKey: string | null;
  readonly ratingSum: number;
  readonly heldUntil: Date | null;
  /** Reviews delivered in the last 14 days. */
  readonly recent: number;
  readonly createdAt: Date;
}

export const averageRating = (ratingSum: number, reviewCount: number): number | null =>
  reviewCount === 0 ? null : ratingSum / reviewCount;

/** The peaks in the contract's format: base64, or null until the audio has been analyzed. */
export const shownPeaks = (peaks: Buffer | null): string | null => peaks?.toString('base64') ?? null;

const cardBars = 100;

/** A part of the waveform as one bar, computed as in the browser: halfway between the maximum and the mean. */
function barOf(stretch: Buffer): number {
  const sum = stretch.reduce((total, peak) => total + peak, 0);
  return Math.round((Math.max(...stretch) + sum / stretch.length) / 2);
}

/** The peaks for a card: lists of tracks show waveforms of at most 100 bars. */
export function cardPeaks(peaks: Buffer | null): string | null {
  if (peaks === null || peaks.length <= cardBars) return shownPeaks(peaks);
  const edge = (bar: number) => Math.floor((bar * peaks.length) / cardBars);
  return Buffer.from(
    Array.from({ length: cardBars }, (_, bar) => barOf(peaks.subarray(edge(bar), edge(bar + 1)))),
  ).toString('base64');
}

const paceDays = 14;

/** Reviews per day since the upload, over the last 14 days at most; the first day counts in full. */
export function reviewsADay(recent: number, createdAt: Date, now: Date): number {
  const age = (now.getTime() - createdAt.getTime()) / dayMilliseconds;
  return recent / Math.min(Math.max(age, 1), paceDays);
}

export function toOwnTrack(
  row: OwnTrackRow,
  assignments: OwnTrack['assignments'],
  now: Date,
  key: KeyObject,
): OwnTrack {
  const { durationMs, peaks, coverKey, ratingSum, heldUntil, recent, createdAt, ...same } = row;
  return {
    ...same,
    heldUntil: heldUntil?.toISOString() ?? null,
    assignments,
    openPlaces: assignments.reduce((sum, { openPlaces }) => sum + openPlaces, 0),
    perDay: reviewsADay(recent, createdAt, now),
    durationSeconds: durationMs / 1000,
    peaks: shownPeaks(peaks),
    coverUrl: signedCoverUrl(key, coverKey, now),
    averageRating: averageRating(ratingSum, same.reviewCount),
    createdAt: createdAt.toISOString(),
  };
}
