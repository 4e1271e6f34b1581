import { randomUUID } from 'node:crypto';
import { cents } from '#contract/cents.ts';
import { correctBalance } from '#server/books/correct-balance.ts';
import type { Dependencies } from '#server/dependencies.ts';
import type { Caller } from '#server/http/handlers.ts';
import { decidePayout } from '#server/wallet/decide-payout.ts';
import { requestPayout } from '#server/wallet/request-payout.ts';

const earlierEarnings = cents(500);
const reason = 'Sample: stands in for what earlier reviews would have earned.';

/** Payouts of the first three listeners: one is paid and waits for the bank, two wait for a decision. */
export async function makePayouts(
  deps: Dependencies,
  operatorId: string,
  listeners: readonly Caller[],
): Promise<void> {
  for (const [place, { userId: listenerId }] of listeners.slice(0, 3).entries()) {
    const correction = { listenerId, amountCents: earlierEarnings, reason };
    await correctBalance(deps, { admin: operatorId, key: randomUUID() }, correction);
    const act = { key: randomUUID(), onRepeat: () => undefined };
    const { id: payoutId } = await requestPayout(deps, listenerId, act);
    if (place > 0) continue;
    const decision = { payoutId, decidedBy: operatorId, status: 'completed', reason: null } as const;
    await deps.database.transaction((tx) => decidePayout(tx, decision, deps.clock.now()));
  }
}
