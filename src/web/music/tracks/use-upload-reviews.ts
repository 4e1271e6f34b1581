import type { NewVersionOffer } from '#contract/music/versions/versions.ts';
import type { UploadEligibility } from '#contract/plans/subscriptions.ts';
import { useNewVersionOffer } from '#web/music/versions/version-queries.ts';
import { reviewsOf } from '#web/music/versions/version-texts.ts';
import { useSettled } from '#web/plans/balance/use-settled.ts';
import { typedNumber } from '#web/ui/controls/typed-number.ts';

/**
 * The number of reviews of an upload and when they would be there. The response for a new version is for the number that was
 * chosen, that for a new track for what an upload assigns.
 * @param typed null if the artist has chosen none
 */
export function useUploadReviews(
  typed: string | null,
  { assigns, mostReviews, forecast: ofTrack }: UploadEligibility,
  base: NewVersionOffer | null,
  takesBack: boolean,
) {
  const value = typed ?? String(assigns);
  const number = typedNumber(value);
  const isPossible = number !== undefined && number <= mostReviews;
  const chosen = typed === null || !isPossible ? null : number;
  const offer = useNewVersionOffer(base?.formerId ?? null, useSettled(chosen)).data ?? base;
  const forecast = offer === null ? ofTrack : reviewsOf(offer, takesBack).forecast;
  const isKnown = offer === null || number === 0 || forecast?.reviews === number;
  return { offer, value, number: isPossible && isKnown ? number : null, forecast };
}
