import type { PayoutRequest } from '#contract/money/wallet/wallet.ts';
import { answerOnce } from '../../adapters/database/answer-once.ts';
import type { Transaction } from '../../adapters/database/database.ts';
import type { Dependencies } from '../../dependencies.ts';
import { refuse } from '../../foundation/refusals.ts';
import { outcomeOf, outcomes } from './ledger-outcomes.ts';
import { cancelPendingPayout, requestWholeBalance } from './ledger-store.ts';
import { toPayoutRequest } from './payout-requests.ts';
import { payoutById } from './payouts-store.ts';

/**
 * Moves the whole available balance into one pending request. The same key always returns the first request.
 * @throws Refusal below_minimum_payout, balance_under_review, account_suspended, wrong_user_type
 */
export function requestPayout(
  deps: Dependencies,
  listenerId: string,
  { key, onRepeat }: { readonly key: string; readonly onRepeat: () => void },
): Promise<PayoutRequest> {
  return deps.database.transaction(async (tx) => {
    const { payoutId, isRepeat } = await moveToPending(tx, listenerId, key);
    if (isRepeat) onRepeat();
    return toPayoutRequest(await payoutById.only(tx, { id: payoutId }), deps);
  });
}

async function moveToPending(
  tx: Transaction,
  listenerId: string,
  requestKey: string,
): Promise<{ payoutId: string; isRepeat: boolean }> {
  const { outcome: text, payoutId } = await requestWholeBalance.only(tx, { listenerId, requestKey });
  const outcome = outcomeOf(outcomes.payoutRequest, text);
  if (payoutId) return { payoutId, isRepeat: outcome === 'already' };
  switch (outcome) {
    case 'below_minimum':
      return refuse('below_minimum_payout');
    case 'under_review':
      return refuse('balance_under_review');
    case 'suspended':
      return refuse('account_suspended');
    case 'not_listener':
      return refuse('wrong_user_type', { needed: 'listener' });
    case 'done':
    case 'already':
      throw new Error(`The ledger returned no payout with: ${outcome}`);
  }
}

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
