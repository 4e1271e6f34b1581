import { cents } from '#contract/cents.ts';
import { dayMilliseconds } from '#contract/day-milliseconds.ts';
import type { FounderFigures } from '#contract/operation/admin/founder.ts';
import type { Dependencies } from '../../foundation/dependencies.ts';
import { leastMargins, marginBySold, moneyOwed, openPlaces, platformMoney } from './founder-money-store.ts';
import {
  daysToFill,
  doubtsByRule,
  oldestPayout,
  reviewsSince,
  supplyAndDemand,
} from './founder-queue-store.ts';

/** The days that the page covers, including today. */
const shownDays = 14;
const filledWithinDays = 30;

/** The start of the day (UTC) this many days before today. */
const dayBefore = (now: Date, days: number): Date =>
  new Date(Math.floor(now.getTime() / dayMilliseconds - days) * dayMilliseconds);

/** The figures of the founder's page. */
export async function readFounderFigures({
  database,
  clock,
}: Pick<Dependencies, 'database' | 'clock'>): Promise<FounderFigures> {
  const now = clock.now();
  const since = dayBefore(now, shownDays - 1);
  const { payoutCostCents, ...plans } = await platformMoney.only(database, {});
  const days = await supplyAndDemand.all(database, { since, now });
  const { sent, listeners } = await reviewsSince.only(database, { since });
  const approved = days.reduce((sum, day) => sum + day.approved, 0);
  const filled = await daysToFill.only(database, { since: dayBefore(now, filledWithinDays) });
  const oldest = await oldestPayout.one(database, {});
  return {
    plans: {
      ...plans,
      receivedCents: cents(plans.paidCents + plans.feeCents + plans.refundCents + plans.disputeCents),
    },
    owed: await moneyOwed.only(database, {}),
    payoutCostCents,
    open: await openPlaces.only(database, {}),
    bySold: await marginBySold.all(database, { now }),
    byArtist: await leastMargins.all(database, { now }),
    days,
    listeners,
    reviewsPerListener: listeners === 0 ? null : approved / listeners,
    daysToFill: filled.days,
    sentReviews: sent,
    doubts: await doubtsByRule.all(database, { since }),
    oldestPayout: oldest ? { ...oldest, createdAt: oldest.createdAt.toISOString() } : null,
  };
}
