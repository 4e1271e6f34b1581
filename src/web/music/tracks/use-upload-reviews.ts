import { mostReviewsAtOnce } from '#contract/business-rules.ts';
import type { NewVersionOffer } from '#contract/music/versions/versions.ts';
import type { UploadEligibility } from '#contract/plans/subscriptions.ts';
import { useNewVersionOffer } from '#web/music/versions/version-queries.ts';
import { reviewsOf } from '#web/music/versions/version-texts.ts';
import { useSettled } from '#web/plans/balance/balance-queries.ts';
import { forecastTextOf } from '#web/plans/balance/forecast-text.ts';
import { typedNumber } from '#web/ui/controls/number-field.tsx';

/** The most reviews that an upload can get, with those that are taken back from the former version. */
export const mostReviewsOf = ({ mostReviews }: UploadEligibility, takenBack: number): number =>
  Math.min(mostReviewsAtOnce, mostReviews + takenBack);

/**
 * The number of reviews of an upload and when they would be there. The response for a new version is for the number that was
 * chosen, that for a new track for what an upload assigns.
 * @param typed null if the artist has chosen none
 */
export function useUploadReviews(
  typed: string | null,
  eligibility: UploadEligibility,
  base: NewVersionOffer | null,
  takesBack: boolean,
  most: number,
) {
  const assigns = base === null ? eligibility.assigns : reviewsOf(base, takesBack).reviews;
  const number = typed === null ? assigns : typedNumber(typed);
  const isPossible = number !== undefined && number <= most;
  const chosen = typed === null || !isPossible || number === 0 ? null : number;
  const offer = useNewVersionOffer(base?.formerId ?? null, useSettled(chosen)).data ?? base;
  const forecast = offer === null ? eligibility.forecast : reviewsOf(offer, takesBack).forecast;
  const value = typed ?? String(assigns);
  if (!isPossible) return { offer, value, forecast: null, smaller: null };
  const smaller = forecast?.smaller ?? null;
  const isKnown = offer === null || number === 0 || forecast?.reviews === number;
  return {
    offer,
    value,
    forecast: isKnown ? forecastTextOf(number, forecast) : null,
    smaller: isKnown && smaller !== null && number > smaller.reviews ? smaller : null,
  };
}
