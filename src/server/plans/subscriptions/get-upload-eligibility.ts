import type { Forecast } from '#contract/plans/balance/balance.ts';
import type { UploadEligibility } from '#contract/plans/subscriptions.ts';
import type { Dependencies } from '../../foundation/dependencies.ts';
import { refuse } from '../../foundation/refusals.ts';
import { leftIn } from '../balance/balance-rules.ts';
import { forecastPicked } from '../balance/forecast.ts';
import { nextUpload, pickedFor } from './next-upload.ts';

/** Whether this artist may upload a track now, what it would use, and the reviews it would get. Consumes nothing. */
export async function getUploadEligibility(
  deps: Pick<Dependencies, 'database' | 'clock' | 'config' | 'keys'>,
  artistId: string,
): Promise<UploadEligibility> {
  const now = deps.clock.now();
  const next = await nextUpload(deps, artistId, now);
  const { answer, balance, assigns, lots, hasBounds } = next;
  const isForecast = hasBounds && assigns > 0;
  return {
    ...answer,
    balance,
    assigns,
    mostReviews: answer.canUpload ? leftIn(lots) : 0,
    forecast: isForecast ? await forecastPicked(deps.database, pickedFor(next), { reviewers: 0, now }) : null,
  };
}

/** When this many reviews of a track uploaded now would be there. @throws Refusal too_few_reviews */
export async function forecastUpload(
  deps: Pick<Dependencies, 'database' | 'clock' | 'config' | 'keys'>,
  artistId: string,
  reviews: number,
): Promise<Forecast> {
  const now = deps.clock.now();
  const next = await nextUpload(deps, artistId, now);
  const left = next.answer.canUpload ? leftIn(next.lots) : 0;
  if (left < reviews) refuse('too_few_reviews', { left });
  return forecastPicked(deps.database, pickedFor(next, reviews), { reviewers: 0, now });
}
