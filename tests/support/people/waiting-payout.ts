import { cents } from '#contract/cents.ts';
import type { PendingPayout } from '#contract/operation/admin/admin.ts';

const at = '2026-03-02T10:00:00Z';

/** A payout that waits for an admin, as their list shows it. */
export function waitingPayout(place: number, part: Partial<PendingPayout> = {}): PendingPayout {
  const id = `00000000-0000-4000-8000-00000000000${place}`;
  return {
    id,
    listenerId: id,
    displayName: `Lee ${place}`,
    amountCents: cents(500 + place),
    status: 'pending',
    createdAt: at,
    firstApprovedBy: null,
    isFirst: false,
    isUnread: false,
    isOwn: false,
    isTest: false,
    recentlyReset: false,
    relatedAccounts: 0,
    cluster: null,
    promisedBy: at,
    destination: 'DE •••• 3000',
    sharedDestination: 0,
    isReady: true,
    heldUntil: null,
    isStopped: false,
    isSuspended: false,
    completesAt: null,
    isByRule: false,
    doubts: [],
    ...part,
  };
}
