import type { PlatformStats } from '#contract/operation/admin/admin.ts';
import type { Dependencies } from '../../foundation/dependencies.ts';
import { rewardsToday } from '../../reviewing/reviews/rewards-today.ts';
import { platformFigures } from './admin-store.ts';

/** The figures of the admin overview. */
export async function readPlatformStats(deps: Dependencies): Promise<PlatformStats> {
  const row = await platformFigures.only(deps.database, {});
  return {
    totalUsers: row.totalUsers,
    artists: row.artists,
    listeners: row.listeners,
    activeTracks: row.activeTracks,
    totalReviews: row.totalReviews,
    pendingPayouts: row.pendingPayouts,
    pendingPayoutCents: row.pendingPayoutCents,
    waitingReviews: row.waitingReviews,
    sameRecordings: row.sameRecordings,
    openReports: row.openReports,
    rewardsToday: await rewardsToday(deps),
  };
}
