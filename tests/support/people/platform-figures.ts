import type { Answer } from '#contract/call.ts';
import { cents } from '#contract/cents.ts';
import type { api } from '#contract/index.ts';

/** The figures above the Admin Panel's tabs, of a platform with one artist and one listener. */
export const platformFigures: Answer<typeof api.admin.readPlatformStats> = {
  totalUsers: 2,
  artists: 1,
  listeners: 1,
  activeTracks: 1,
  totalReviews: 4,
  pendingPayouts: 0,
  pendingPayoutCents: cents(0),
  waitingReviews: 4,
  unreadReviews: 0,
  withheldPayouts: 0,
  sameRecordings: 0,
  openReports: 0,
  openClusters: 0,
  rewardsToday: { paidCents: cents(0), budgetCents: null },
};
