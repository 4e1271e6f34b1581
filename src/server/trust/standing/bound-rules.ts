import type { Standing, StandingBounds } from '#contract/trust/standing/standing-bounds.ts';

/** How many reviews a listener may send in 24 hours. */
export function reviewsADay(standing: Standing, bounds: StandingBounds): number {
  if (standing === 'trusted') return bounds.trustedReviewsADay;
  return standing === 'known' ? bounds.knownReviewsADay : bounds.newReviewsADay;
}

/** How many tracks a listener may choose in 24 hours. */
export const wishesADay = (standing: Standing, bounds: StandingBounds): number =>
  standing === 'new' ? bounds.newWishesADay : bounds.wishesADay;

/** How many tracks a listener may open in 24 hours without reviewing them. */
export const openedTracks = (standing: Standing, bounds: StandingBounds): number =>
  standing === 'new' ? bounds.newOpenedTracks : bounds.openedTracks;
