import type { OwnTrack } from '#contract/tracks.ts';

/** A track as the store gives it to its artist. */
export interface OwnTrackRow
  extends Omit<OwnTrack, 'durationSeconds' | 'peaks' | 'averageRating' | 'createdAt'> {
  readonly durationMs: number;
  readonly peaks: Buffer | null;
  readonly ratingSum: number;
  readonly createdAt: Date;
}

/** Mean stars, or null before the first review. */
export const averageRating = (ratingSum: number, reviewCount: number): number | null =>
  reviewCount === 0 ? null : ratingSum / reviewCount;

/** Peaks as the contract has them: base64, or null until the audio has been analysed. */
export const shownPeaks = (peaks: Buffer | null): string | null => peaks?.toString('base64') ?? null;

export function toOwnTrack({ durationMs, peaks, ratingSum, createdAt, ...same }: OwnTrackRow): OwnTrack {
  return {
    ...same,
    durationSeconds: durationMs / 1000,
    peaks: shownPeaks(peaks),
    averageRating: averageRating(ratingSum, same.reviewCount),
    createdAt: createdAt.toISOString(),
  };
}
