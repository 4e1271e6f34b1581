import { cents } from '#contract/cents.ts';
import { dayMilliseconds } from '#contract/day-milliseconds.ts';
import type { PlatformStats } from '#contract/operation/admin/admin.ts';
import type { FounderFigures } from '#contract/operation/admin/founder.ts';
import type { Dependencies } from '../../dependencies.ts';
import { rewardsToday } from '../../reviewing/reviews/rewards-today.ts';
import {
  daysToFill,
  doubtsByRule,
  leastMargins,
  marginBySold,
  moneyOwed,
  oldestPayout,
  openPlaces,
  platformFigures,
  platformMoney,
  reviewsSince,
  supplyAndDemand,
} from './figures-store.ts';

/** The figures of the admin overview. */
export async function readPlatformStats(deps: Dependencies): Promise<PlatformStats> {
  const row = await platformFigures.only(deps.database, { now: deps.clock.now() });
  return {
    totalUsers: row.totalUsers,
    artists: row.artists,
    listeners: row.listeners,
    activeTracks: row.activeTracks,
    totalReviews: row.totalReviews,
    pendingPayouts: row.pendingPayouts,
    pendingPayoutCents: row.pendingPayoutCents,
    waitingReviews: row.waitingReviews,
    unreadReviews: row.unreadReviews,
    withheldPayouts: row.withheldPayouts,
    sameRecordings: row.sameRecordings,
    openReports: row.openReports,
    openClusters: row.openClusters,
    rewardsToday: await rewardsToday(deps),
  };
}

/** The days that the page covers, including today. */
const shownDays = 14;
const filledWithinDays = 30;

/** The start of the day (UTC) this many days before today. */
const dayBefore = (now: Date, days: number): Date =>
  new Date(Math.floor(now.getTime() / dayMilliseconds - days) * dayMilliseconds);

/** The figures of the founder's page. */
export async function readFounderFigures(
  { database, clock }: Pick<Dependencies, 'database' | 'clock'>,
  withSamples: boolean,
): Promise<FounderFigures> {
  const now = clock.now();
  const since = dayBefore(now, shownDays - 1);
  const { payoutCostCents, ...plans } = await platformMoney.only(database, { withSamples });
  const days = await supplyAndDemand.all(database, { since, now, withSamples });
  const { sent, listeners } = await reviewsSince.only(database, { since, withSamples });
  const approved = days.reduce((sum, day) => sum + day.approved, 0);
  const filled = await daysToFill.only(database, { since: dayBefore(now, filledWithinDays), withSamples });
  const oldest = await oldestPayout.one(database, { withSamples });
  return {
    plans: {
      ...plans,
      receivedCents: cents(plans.paidCents + plans.feeCents + plans.refundCents + plans.disputeCents),
    },
    owed: await moneyOwed.only(database, { withSamples }),
    payoutCostCents,
    open: await openPlaces.only(database, { withSamples }),
    bySold: await marginBySold.all(database, { now, withSamples }),
    byArtist: await leastMargins.all(database, { now, withSamples }),
    days,
    listeners,
    reviewsPerListener: listeners === 0 ? null : approved / listeners,
    daysToFill: filled.days,
    sentReviews: sent,
    doubts: await doubtsByRule.all(database, { since, withSamples }),
    oldestPayout: oldest ? { ...oldest, createdAt: oldest.createdAt.toISOString() } : null,
  };
}
