import type { BulkOutcome } from '#contract/bulk-outcome.ts';
import type { Dependencies } from '../../dependencies.ts';
import { forEach } from '../../foundation/for-each.ts';
import { completeAt, undoEnds } from './approve-payout.ts';
import { decidePayout, undoApproval } from './decide-payout.ts';
import { completeTogether } from './ledger-store.ts';

type Needs = Pick<Dependencies, 'database' | 'clock'>;

/** No bulk action takes longer. If a server dies during one, its approvals are completed then. */
const longestMilliseconds = 5 * 60_000;

/**
 * Approves many payouts, which are completed together: the ten seconds to undo start with the last of them. Safe to
 * repeat after a lost response: approved payouts count as done.
 */
export async function approvePayouts(
  { database, clock }: Needs,
  decidedBy: string,
  payoutIds: readonly string[],
): Promise<BulkOutcome> {
  const completesAt = new Date(clock.now().getTime() + longestMilliseconds);
  const approved = await forEach(
    payoutIds,
    (payoutId) => {
      const decision = { payoutId, decidedBy, status: 'completed', reason: null, completesAt } as const;
      return database.transaction((tx) => decidePayout(tx, decision, clock.now()));
    },
    (decided) => (decided.status === 'pending' && decided.completesAt === null ? 'awaits_second' : 'done'),
  );
  await database.transaction(async (tx) => {
    const undoEndsAt = undoEnds(clock.now());
    await completeTogether.run(tx, {
      payoutIds: [...payoutIds],
      approvedBy: decidedBy,
      completesAt: undoEndsAt,
    });
    await completeAt(tx, undoEndsAt);
  });
  return approved;
}

/** Undoes many approvals, each if possible. */
export const undoPayoutApprovals = (
  { database, clock }: Needs,
  undoneBy: string,
  payoutIds: readonly string[],
): Promise<BulkOutcome> =>
  forEach(payoutIds, (payoutId) =>
    database.transaction((tx) => undoApproval(tx, { payoutId, undoneBy }, clock.now())),
  );

interface Rejections {
  readonly payoutIds: readonly string[];
  /** Shown to each listener. */
  readonly reason: string;
}

/** Rejects many payouts. Safe to repeat after a lost response: rejected payouts count as done. */
export const rejectPayouts = (
  { database, clock }: Needs,
  decidedBy: string,
  { payoutIds, reason }: Rejections,
): Promise<BulkOutcome> =>
  forEach(payoutIds, (payoutId) => {
    const decision = { payoutId, decidedBy, status: 'rejected', reason } as const;
    return database.transaction((tx) => decidePayout(tx, decision, clock.now()));
  });
