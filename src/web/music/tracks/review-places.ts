import type { OwnTrack } from '#contract/music/tracks/tracks.ts';

type Counted = Pick<OwnTrack, 'reviewCount' | 'reviewTarget'>;

/** The track's target, and the places beyond it whose reviews are there: those that the platform adds. */
export const reviewPlaces = ({ reviewCount, reviewTarget }: Counted): number =>
  Math.max(reviewCount, reviewTarget);

/** `3 of 10`, with the track's target. */
export const reviewsOfPlaces = (track: Counted): string => `${track.reviewCount} of ${reviewPlaces(track)}`;
