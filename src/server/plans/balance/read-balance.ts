import { type Plan, plans } from '#contract/business-rules.ts';
import type { Assignment, ReviewBalance } from '#contract/plans/balance/balance.ts';
import type { Queryable } from '../../adapters/database/database.ts';
import { runningSubscription, type Subscription } from '../subscriptions/eligibility-rules.ts';
import { readBilledSubscription } from '../subscriptions/subscriptions-store.ts';
import { assignmentsOf } from './assignments-store.ts';
import { leftIn } from './balance-rules.ts';
import { periodOf } from './lots.ts';
import { comingLots, openLots } from './lots-store.ts';

/** The reviews that an artist has and has not assigned, and the next ones that come. */
export async function readBalance(db: Queryable, artistId: string, now: Date): Promise<ReviewBalance> {
  const [lots, coming, subscription] = await Promise.all([
    openLots.all(db, { artistId, now }),
    comingLots.one(db, { artistId, now }),
    readBilledSubscription.one(db, { userId: artistId }),
  ]);
  return {
    left: leftIn(lots),
    lots: lots.map(({ id, source, reviews, left, opensAt, expiresAt }) => ({
      id,
      source,
      reviews,
      left,
      opensAt: opensAt.toISOString(),
      expiresAt: expiresAt.toISOString(),
    })),
    next: firstOf(coming, nextPeriod(subscription, now)),
  };
}

type Coming = { readonly reviews: number; readonly opensAt: Date; readonly isCertain: boolean };

type Known = Subscription & { readonly nextPlan: Plan | null };

/** What the plan's next period brings, if one is expected. */
function nextPeriod(subscription: Known | undefined, now: Date): Coming | undefined {
  const running = runningSubscription(subscription, now);
  if (!running) return undefined;
  const { plan, nextPlan, expiresAt } = running;
  const { end } = periodOf(running);
  if (end <= now || (expiresAt !== null && expiresAt <= end)) return undefined;
  return { reviews: plans[nextPlan ?? plan].includedReviews, opensAt: end, isCertain: true };
}

function firstOf(...coming: readonly (Coming | undefined)[]): ReviewBalance['next'] {
  const [first] = coming
    .flatMap((one) => (one ? [one] : []))
    .sort((a, b) => a.opensAt.getTime() - b.opensAt.getTime());
  return first ? { ...first, opensAt: first.opensAt.toISOString() } : null;
}

/** The assignments of each of these tracks, the newest first. */
export async function readAssignments(
  db: Queryable,
  trackIds: readonly string[],
): Promise<(trackId: string) => Assignment[]> {
  const rows = await assignmentsOf.all(db, { trackIds: [...trackIds] });
  const all = rows.map(({ trackId, assignedAt, returningUntil, expiresAt, promisedAt, ...same }) => ({
    trackId,
    assignment: {
      ...same,
      assignedAt: assignedAt.toISOString(),
      expiresAt: expiresAt.toISOString(),
      returningUntil: returningUntil?.toISOString() ?? null,
      promisedAt: promisedAt?.toISOString() ?? null,
    },
  }));
  return (trackId) => all.filter((one) => one.trackId === trackId).map(({ assignment }) => assignment);
}
