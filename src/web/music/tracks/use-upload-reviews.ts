import type { NewVersionOffer } from '#contract/music/versions/versions.ts';
import type { UploadEligibility } from '#contract/plans/subscriptions.ts';
import { useNewVersionOffer } from '#web/music/versions/version-queries.ts';
import { reviewsOf } from '#web/music/versions/version-texts.ts';
import { useUploadForecast } from '#web/plans/balance/balance-queries.ts';
import { useSettled } from '#web/plans/balance/use-settled.ts';
import { typedNumber } from '#web/ui/controls/typed-number.ts';

/**
 * The number of reviews of an upload and when they would be there; the number is null until that is known.
 * @param typed null if the artist has chosen none
 */
export function useUploadReviews(
  typed: string | null,
  { assigns, mostReviews, forecast: ofAssigned }: UploadEligibility,
  base: NewVersionOffer | null,
  takesBack: boolean,
) {
  const value = typed ?? String(assigns);
  const number = typedNumber(value);
  const isPossible = number !== undefined && number <= mostReviews;
  const chosen = useSettled(typed === null || !isPossible ? null : number);
  const offer = useNewVersionOffer(base?.formerId ?? null, chosen).data ?? base;
  // Accounts of tests and samples have no forecast.
  const asksAgain =
    offer === null && chosen !== null && chosen > 0 && chosen !== assigns && ofAssigned !== null;
  const ofChosen = useUploadForecast(asksAgain ? chosen : null).data;
  const ofTrack = asksAgain ? (ofChosen ?? null) : ofAssigned;
  const forecast = offer === null ? ofTrack : reviewsOf(offer, takesBack).forecast;
  const isKnown = number === 0 || ofAssigned === null || forecast?.reviews === number;
  return { offer, value, number: isPossible && isKnown ? number : null, forecast };
}
