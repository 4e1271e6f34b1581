import type { PayoutRequest } from '#contract/money/wallet/wallet.ts';
import { answerOnce } from '../../adapters/idempotency/answer-once.ts';
import type { Dependencies } from '../../foundation/dependencies.ts';
import { refuse } from '../../foundation/refusals.ts';
import { outcomeOf, outcomes } from './ledger-outcomes.ts';
import { cancelPendingPayout } from './ledger-store.ts';
import { toPayoutRequest } from './payout-request.ts';
import { payoutById } from './wallet-store.ts';

/**
 * Cancels the listener's own pending request; a canceled one stays so.
 * @throws Refusal not_found if it is not theirs, already_decided if an admin was faster
 */
export function cancelPayout(
  deps: Pick<Dependencies, 'database' | 'clock' | 'transferProviders'>,
  listenerId: string,
  payoutId: string,
  key: string,
): Promise<PayoutRequest> {
  const act = { userId: listenerId, call: 'cancelPayout', key, request: { payoutId }, now: deps.clock.now() };
  return deps.database.transaction((tx) =>
    answerOnce(tx, act, async () => {
      const { outcome: text, status } = await cancelPendingPayout.only(tx, { payoutId, listenerId });
      const outcome = outcomeOf(outcomes.cancellation, text);
      if (outcome === 'missing') refuse('not_found');
      if (outcome === 'conflict')
        refuse('already_decided', { status: status === 'pending' ? 'approved' : (status ?? 'decided') });
      return toPayoutRequest(await payoutById.only(tx, { id: payoutId }), deps);
    }),
  );
}
