import { randomUUID } from 'node:crypto';
import type { Caller } from '#server/caller.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { decidePayout } from '#server/wallet/decide-payout.ts';
import { requestPayout } from '#server/wallet/request-payout.ts';

/** Payouts of these listeners: the first is paid and waits for the bank, the others wait for a decision. */
export async function makePayouts(
  deps: Dependencies,
  operatorId: string,
  listeners: readonly Caller[],
): Promise<void> {
  for (const [place, { userId: listenerId }] of listeners.entries()) {
    const act = { key: randomUUID(), onRepeat: () => undefined };
    const { id: payoutId } = await requestPayout(deps, listenerId, act);
    if (place > 0) continue;
    const decision = { payoutId, decidedBy: operatorId, status: 'completed', reason: null } as const;
    await deps.database.transaction((tx) => decidePayout(tx, decision, deps.clock.now()));
  }
}
