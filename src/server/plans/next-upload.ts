import { plans, withoutPlan } from '#contract/business-rules.ts';
import type { UploadEligibility } from '#contract/plans/subscriptions.ts';
import type { Queryable } from '../adapters/database/database.ts';
import type { Dependencies } from '../foundation/dependencies.ts';
import {
  creditsOfMonth,
  eligibility,
  isOfPlan,
  lastingSubscription,
  monthStart,
  planTerms,
  runningSubscription,
  type Subscription,
} from './eligibility-rules.ts';
import { readGivenBack } from './given-back-store.ts';
import {
  allowancePeriod,
  includedAfter,
  type LaterPlaces,
  laterPlaces,
  type PlacesWait,
  placesOf,
  reviewsLeft,
  waitForBudget,
  waitForReviews,
} from './included-rules.ts';
import { artistHasBounds, hasFreePlaces, openedOf, readAllowance } from './places-store.ts';
import { isCreditShared } from './shared-credit.ts';
import { readCredits, readSubscription } from './subscriptions-store.ts';
import { freeBudgetOfMonth, opensFully } from './take-places.ts';

type Needs = Pick<Dependencies, 'database' | 'config' | 'keys'>;

export interface NextUpload {
  readonly answer: Omit<UploadEligibility, 'includedReviews' | 'forecast' | 'wait'>;
  readonly includedReviews: UploadEligibility['includedReviews'];
  /** The number of reviews that the track would get, at once or after its wait. */
  readonly reviewTarget: number;
  /** The part of them that opens later. */
  readonly later: LaterPlaces | null;
  /** What the track would wait for; null if its reviews start at once. */
  readonly wait: PlacesWait | null;
  readonly isOfPlan: boolean;
  readonly priorityWeight: number;
  readonly hasBounds: boolean;
}

/**
 * What this artist's next upload would use, and the places that its track would get, including a smaller requested
 * target. Consumes nothing.
 */
export async function nextUpload(
  deps: Needs,
  artistId: string,
  now: Date,
  wantedTarget?: number,
): Promise<NextUpload> {
  const { database, config } = deps;
  const [subscription, credits, given, { hasBounds }] = await Promise.all([
    readSubscription.one(database, { userId: artistId }),
    readCredits.one(database, { userId: artistId }),
    readGivenBack.only(database, { artistId }),
    artistHasBounds.only(database, { artistId }),
  ]);
  const running = runningSubscription(subscription, now);
  const known = creditsOfMonth(credits, now, config.freeCreditsPerMonth);
  const { periodStart } = known;
  const isShared =
    known.remaining > 0 && (await isCreditShared(deps, database, { userId: artistId, periodStart }));
  const months = { ...known, remaining: (isShared ? 0 : known.remaining) + given.uploads };
  const isPlanPaused = !running && lastingSubscription(subscription, now) !== undefined;
  const answer = { ...eligibility(running, months, isPlanPaused), isCreditShared: isShared };
  const includedReviews =
    running && hasBounds
      ? await includedOf(database, { artistId, given: given.reviews }, running, now)
      : null;
  const ofPlan = isOfPlan(answer.source, isShared ? 0 : known.remaining) ? running : undefined;
  const { priorityWeight, reviewTarget: planTarget } = planTerms(ofPlan);
  // A credit has a fixed number of places, whatever was requested.
  const mayAsk = ofPlan !== undefined || !hasBounds;
  const reviewTarget = mayAsk ? Math.min(planTarget, wantedTarget ?? planTarget) : planTarget;
  const places = ofPlan && includedReviews ? placesOf(reviewTarget, includedReviews.left) : reviewTarget;
  const later =
    ofPlan && includedReviews && places ? await laterOf(database, artistId, ofPlan, places, now) : null;
  return {
    answer,
    includedReviews,
    priorityWeight,
    hasBounds,
    later,
    reviewTarget: places ?? reviewTarget,
    wait: hasBounds ? await waitOf(deps, { ofPlan, includedReviews, places, now }) : null,
    isOfPlan: ofPlan !== undefined,
  };
}

/** What the track would wait for: its plan's included reviews, or the free budget for a credit. */
async function waitOf(
  deps: Needs,
  {
    ofPlan,
    includedReviews,
    places,
    now,
  }: Pick<NextUpload, 'includedReviews'> & {
    readonly ofPlan: Subscription | undefined;
    readonly places: number | null;
    readonly now: Date;
  },
): Promise<PlacesWait | null> {
  if (ofPlan && includedReviews) {
    return places === null ? waitForReviews(ofPlan, new Date(includedReviews.until)) : null;
  }
  const budgetCents = await freeBudgetOfMonth(deps, deps.database, now);
  const asked = { month: monthStart(now), places: withoutPlan.reviewTarget, budgetCents };
  return (await hasFreePlaces.only(deps.database, asked)).hasPlaces ? null : waitForBudget(now);
}

/** The included reviews of the current period, even before its first upload, plus those that were returned. */
async function includedOf(
  db: Queryable,
  { artistId, given }: { artistId: string; given: number },
  running: Subscription,
  now: Date,
): Promise<UploadEligibility['includedReviews']> {
  const period = allowancePeriod(running);
  const known = await readAllowance.one(db, {
    artistId,
    periodStart: period.periodStart,
    billingSubscriptionId: running.billingSubscriptionId,
  });
  const fresh = { plan: running.plan, ...period, included: plans[running.plan].includedReviews, taken: 0 };
  const allowance = known ?? fresh;
  const included = includedAfter(allowance, running.plan, now);
  return {
    included,
    left: reviewsLeft({ ...allowance, included }) + given,
    until: allowance.periodEnd.toISOString(),
  };
}

/** The next track's places that would open later. */
async function laterOf(
  db: Queryable,
  artistId: string,
  running: Subscription,
  places: number,
  now: Date,
): Promise<LaterPlaces | null> {
  const opensAt = await opensFully(db, artistId, running, now);
  const { periodStart } = allowancePeriod(running);
  const { billingSubscriptionId } = running;
  const known = await readAllowance.one(db, { artistId, periodStart, billingSubscriptionId });
  const { opened } = await openedOf.only(db, { artistId, now });
  return laterPlaces(
    { included: known?.included ?? plans[running.plan].includedReviews, opened },
    places,
    opensAt,
  );
}
