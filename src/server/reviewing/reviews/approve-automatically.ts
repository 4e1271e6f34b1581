import type { Transaction } from '../../adapters/database/database.ts';
import type { Dependencies } from '../../foundation/dependencies.ts';
import { approveReview } from '../../money/wallet/settle-review.ts';
import { queueDecisionNotice } from './decision-notice.ts';
import { recountListener } from './recount-listener.ts';
import { countInBudget } from './rewards-today.ts';

/** Approves a pending review automatically, pays it and notifies its listener. Leaves a decided review unchanged. */
export async function approveAutomatically(
  tx: Transaction,
  deps: Pick<Dependencies, 'config' | 'clock'>,
  { id, listenerId }: { readonly id: string; readonly listenerId: string },
): Promise<void> {
  if ((await approveReview(tx, { reviewId: id, decidedBy: null })) !== 'done') return;
  await countInBudget(tx, deps, id);
  await recountListener(tx, deps, listenerId);
  await queueDecisionNotice(tx, id, deps.clock.now());
}
