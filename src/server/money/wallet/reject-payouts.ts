import type { BulkOutcome } from '#contract/bulk-outcome.ts';
import type { Dependencies } from '../../foundation/dependencies.ts';
import { forEach } from '../../foundation/for-each.ts';
import { decidePayout } from './decide-payout.ts';

type Needs = Pick<Dependencies, 'database' | 'clock'>;

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
