import { typedNumber } from '#web/ui/controls/typed-number.ts';

/** The fault of a typed number of reviews, or null. */
export const checkReviews = (least: number, most: number) => (typed: string) => {
  const reviews = typedNumber(typed);
  if (reviews !== undefined && reviews >= least && reviews <= most) return null;
  if (most < least) return 'Listeners have all of them by now.';
  return least === most ? `Enter ${most}.` : `Enter a number from ${least} to ${most}.`;
};
