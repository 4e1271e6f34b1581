import type { OwnTrack } from '#contract/music/tracks/tracks.ts';

type Counted = Pick<OwnTrack, 'reviewCount' | 'reviewTarget'>;

/** The reviews assigned to the track, and those beyond them that the platform pays. */
export const reviewPlaces = ({ reviewCount, reviewTarget }: Counted): number =>
  Math.max(reviewCount, reviewTarget);

/** `3 of 10`. */
export const reviewsOfPlaces = (track: Counted): string => `${track.reviewCount} of ${reviewPlaces(track)}`;
