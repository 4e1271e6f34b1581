import { freeReviews, type Plan } from '#contract/business-rules.ts';
import type { Forecast, ReviewBalance } from '#contract/plans/balance/balance.ts';
import type { UploadEligibility } from '#contract/plans/subscriptions.ts';
import type { Dependencies } from '../../dependencies.ts';
import { refuse } from '../../foundation/refusals.ts';
import {
  assignedAtUpload,
  leftIn,
  type OpenLot,
  type Picked,
  pickReviews,
} from '../balance/balance-rules.ts';
import { forecastPicked } from '../balance/forecast.ts';
import { artistHasBounds, lotsWithUpload, openLots } from '../balance/lots-store.ts';
import { isFreeOpen, nextMonth } from '../balance/open-lots.ts';
import { readBalance } from '../balance/read-balance.ts';
import { isCreditShared } from './consume-upload.ts';
import {
  creditsOfMonth,
  eligibility,
  hasUploadsLeft,
  lastingSubscription,
  runningSubscription,
} from './eligibility-rules.ts';
import { readCredits, readSubscription } from './subscriptions-store.ts';

type Needs = Pick<Dependencies, 'database' | 'config' | 'keys'>;

interface NextUpload {
  readonly answer: Omit<UploadEligibility, 'balance' | 'assigns' | 'mostReviews' | 'forecast'>;
  readonly balance: ReviewBalance;
  /** The lots that the track can have reviews of, with those of a free upload. */
  readonly lots: readonly OpenLot[];
  /** How many it gets unless its artist says less. */
  readonly assigns: number;
  readonly hasBounds: boolean;
}

/** What this artist's next upload would use, and the reviews that its track could have. Consumes nothing. */
export async function nextUpload(deps: Needs, artistId: string, now: Date): Promise<NextUpload> {
  const { database, config } = deps;
  const [subscription, known, { hasBounds }, lots, withUpload, balance] = await Promise.all([
    readSubscription.one(database, { userId: artistId }),
    readCredits.one(database, { userId: artistId }),
    artistHasBounds.only(database, { artistId }),
    openLots.all(database, { artistId, now }),
    lotsWithUpload.all(database, { artistId, now }),
    readBalance(database, artistId, now),
  ]);
  const running = runningSubscription(subscription, now);
  const month = creditsOfMonth(known, now, config.freeCreditsPerMonth);
  const { periodStart } = month;
  const isShared =
    month.remaining > 0 && (await isCreditShared(deps, database, { userId: artistId, periodStart }));
  const free = isShared ? 0 : month.remaining;
  const credits = { ...month, remaining: free + withUpload.length };
  const isPlanPaused = !running && lastingSubscription(subscription, now) !== undefined;
  const nextAt = config.freeCreditsPerMonth > 0 ? nextMonth(now).toISOString() : null;
  const answer = {
    ...eligibility(running, credits, isPlanPaused),
    isCreditShared: isShared,
    freeUploads: { left: free, nextAt },
  };
  const plan: Plan | null = running && hasUploadsLeft(running) ? running.plan : null;
  const isFree = plan === null && free > 0;
  const opens = isFree && (!hasBounds || (await isFreeOpen(deps, database, now)));
  const withFree = opens ? [...lots, freeLot] : lots;
  return {
    answer,
    balance: isFree && !opens ? { ...balance, next: balance.next ?? laterFree(now) } : balance,
    lots: withFree,
    assigns: answer.canUpload ? assignedAtUpload(withFree, plan) : 0,
    hasBounds,
  };
}

/** The lot that a free upload would bring. It expires after those that are there. */
const freeLot: OpenLot = { id: '', source: 'free', plan: null, left: freeReviews, fresh: freeReviews };

const laterFree = (now: Date): ReviewBalance['next'] => ({
  reviews: freeReviews,
  opensAt: nextMonth(now).toISOString(),
  isCertain: false,
});

/** The reviews that the upload would assign if its artist asked for so many. */
export const pickedFor = ({ lots, assigns }: NextUpload, wanted: number = assigns): Picked[] =>
  pickReviews(lots, Math.min(wanted, leftIn(lots)));

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
