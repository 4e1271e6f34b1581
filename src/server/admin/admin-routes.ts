import { answerOnce } from '../adapters/idempotency/answer-once.ts';
import type { Dependencies } from '../dependencies.ts';
import type { Handlers } from '../http/handlers.ts';
import { decidePayout } from '../wallet/decide-payout.ts';
import { listPendingPayouts } from './list-pending-payouts.ts';
import { readPlatformStats } from './read-platform-stats.ts';

export const adminRoutes = (deps: Dependencies): Handlers<'admin'> => ({
  readPlatformStats: () => readPlatformStats(deps),
  listPendingPayouts: ({ query }) => listPendingPayouts(deps, query.cursor),
  decidePayout: ({ caller, params, body, idempotencyKey: key }) => {
    const reason = body.status === 'rejected' ? body.reason : null;
    const decision = { payoutId: params.payoutId, decidedBy: caller.userId, status: body.status, reason };
    const act = {
      userId: caller.userId,
      call: 'decidePayout',
      key,
      request: decision,
      now: deps.clock.now(),
    };
    return deps.database.transaction((tx) => answerOnce(tx, act, () => decidePayout(tx, decision)));
  },
});
