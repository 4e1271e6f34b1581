import type { BulkOutcome } from '#contract/bulk-outcome.ts';
import type { Dependencies } from '../dependencies.ts';
import { forEach } from '../for-each.ts';
import { decidePayout } from './decide-payout.ts';
import { undoApproval } from './undo-approval.ts';

type Needs = Pick<Dependencies, 'database' | 'clock'>;

/** Approves many payouts. A lost answer may be asked for again: what is approved already counts as done. */
export function approvePayouts(
  { database, clock }: Needs,
  decidedBy: string,
  payoutIds: readonly string[],
): Promise<BulkOutcome> {
  // One moment for all, so that they are completed together.
  const now = clock.now();
  return forEach(payoutIds, (payoutId) =>
    database.transaction((tx) =>
      decidePayout(tx, { payoutId, decidedBy, status: 'completed', reason: null }, now),
    ),
  );
}

/** Takes many approvals back, as far as each can be. */
export const undoPayoutApprovals = (
  { database, clock }: Needs,
  undoneBy: string,
  payoutIds: readonly string[],
): Promise<BulkOutcome> =>
  forEach(payoutIds, (payoutId) =>
    database.transaction((tx) => undoApproval(tx, { payoutId, undoneBy }, clock.now())),
  );
