import { randomUUID } from 'node:crypto';
import { undoSeconds } from '#contract/business-rules.ts';
import type { Dependencies } from '#server/dependencies.ts';
import type { Caller } from '#server/foundation/caller.ts';
import { giveTestDestination } from '#server/money/payout-destinations/give-test-destination.ts';
import { completePayouts } from '#server/money/wallet/approve-payout.ts';
import { decidePayout } from '#server/money/wallet/decide-payout.ts';
import { requestPayout } from '#server/money/wallet/request-payout.ts';
import { readPayout } from '#server/operation/admin/read-payout.ts';

/** Makes a payout for each listener: the first is approved and on its way, the others await a decision. */
export async function makePayouts(
  deps: Dependencies,
  operatorId: string,
  listeners: readonly Caller[],
): Promise<void> {
  for (const [place, { userId: listenerId }] of listeners.entries()) {
    // A destination backdated past the 72-hour hold, so that samples show the whole way at once.
    await deps.database.transaction((tx) => giveTestDestination(tx, deps, listenerId));
    const act = { key: randomUUID(), onRepeat: () => undefined };
    const { id: payoutId } = await requestPayout(deps, listenerId, act);
    if (place > 0) continue;
    await readPayout(deps, operatorId, payoutId);
    const decision = { payoutId, decidedBy: operatorId, status: 'completed', reason: null } as const;
    const earlier = new Date(deps.clock.now().getTime() - undoSeconds * 1000);
    await deps.database.transaction((tx) => decidePayout(tx, decision, earlier));
    await completePayouts(deps);
  }
}
