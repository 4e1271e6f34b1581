import { firstPaymentReviews, packs, plans } from '#contract/business-rules.ts';
import type { Forecast, OfferForecast } from '#contract/plans/balance/balance.ts';
import type { Queryable } from '../../adapters/database/database.ts';
import type { Dependencies } from '../../dependencies.ts';
import { refuse } from '../../foundation/refusals.ts';
import { refundableUntil } from '../subscriptions/refund-rules.ts';
import { readSupply, readTrackState } from './assignments-store.ts';
import { leftIn, type Picked, pickReviews, weightOf } from './balance-rules.ts';
import { forecastOf } from './forecast-rules.ts';
import { firstPlanPayment, openedOfPlans, openLots } from './lots-store.ts';

type Needs = Pick<Dependencies, 'database' | 'clock'>;

export const forecastPicked = async (
  db: Queryable,
  picked: readonly Picked[],
  track: { readonly reviewers: number; readonly opensAt?: Date | null; readonly now: Date },
): Promise<Forecast> => forecastOf(await readSupply.only(db, {}), picked, track);

/**
 * When this many more reviews of the artist's own track would be there.
 * @throws Refusal not_found, track_deleted, track_taken_down, too_few_reviews
 */
export async function forecastReviews(
  { database, clock }: Needs,
  {
    artistId,
    trackId,
    reviews,
  }: { readonly artistId: string; readonly trackId: string; readonly reviews: number },
): Promise<Forecast> {
  const now = clock.now();
  const track = (await readTrackState.one(database, { trackId, artistId })) ?? refuse('not_found');
  if (track.status === 'deleted') refuse('track_deleted');
  if (track.status === 'taken_down') refuse('track_taken_down');
  const lots = await openLots.all(database, { artistId, now });
  if (leftIn(lots) < reviews) refuse('too_few_reviews', { left: leftIn(lots) });
  return forecastPicked(database, pickReviews(lots, reviews), { reviewers: track.reviewers, now });
}

/** When the first track's reviews would be there with each plan and pack, if it were bought now. */
export async function forecastOffers(
  { database, clock }: Needs,
  artistId: string | null,
): Promise<OfferForecast> {
  const now = clock.now();
  const supply = await readSupply.only(database, {});
  const opensAtOnce = await readOpensAtOnce(database, artistId, now);
  const forecast = (reviews: number, weight: number): Forecast =>
    forecastOf(supply, [{ lotId: '', reviews, dated: reviews, weight }], { reviewers: 0, now });
  const ofPlan = (plan: 'basic' | 'pro' | 'unlimited') =>
    forecast(
      // What opens later cannot be assigned to the next track.
      opensAtOnce === null
        ? plans[plan].reviewTarget
        : Math.min(plans[plan].reviewTarget, firstPaymentReviews),
      plans[plan].priorityWeight,
    );
  const ofPack = (pack: keyof typeof packs) =>
    forecast(packs[pack].reviews, weightOf({ source: 'pack', plan: null }));
  return {
    plans: { basic: ofPlan('basic'), pro: ofPlan('pro'), unlimited: ofPlan('unlimited') },
    packs: { ten: ofPack('ten'), twenty: ofPack('twenty') },
    opensAtOnce,
  };
}

/** How many reviews of a plan that is bought now open at once: not all while the first payment may be refunded. */
async function readOpensAtOnce(db: Queryable, artistId: string | null, now: Date): Promise<number | null> {
  if (artistId === null) return firstPaymentReviews;
  const { paidAt } = await firstPlanPayment.only(db, { artistId });
  if (paidAt !== null && refundableUntil(paidAt) <= now) return null;
  const { opened } = await openedOfPlans.only(db, { artistId, now });
  return Math.max(0, firstPaymentReviews - opened);
}
