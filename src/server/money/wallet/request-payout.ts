import type { PayoutRequest } from '#contract/money/wallet/wallet.ts';
import type { Transaction } from '../../adapters/database/database.ts';
import type { Dependencies } from '../../foundation/dependencies.ts';
import { refuse } from '../../foundation/refusals.ts';
import { readPayee } from '../payees/read-payee.ts';
import { outcomeOf, outcomes } from './ledger-outcomes.ts';
import { requestWholeBalance } from './ledger-store.ts';
import { toPayoutRequest } from './payout-request.ts';
import { payoutById } from './wallet-store.ts';

/**
 * Moves the whole available balance into one pending request. The same key always returns the first request.
 * @throws Refusal below_minimum_payout, below_destination_minimum, account_suspended, wrong_user_type
 */
export function requestPayout(
  deps: Dependencies,
  listenerId: string,
  { key, onRepeat }: { readonly key: string; readonly onRepeat: () => void },
): Promise<PayoutRequest> {
  return deps.database.transaction(async (tx) => {
    const { payoutId, isRepeat } = await moveToPending(tx, listenerId, key);
    if (isRepeat) onRepeat();
    const asked = toPayoutRequest(await payoutById.only(tx, { id: payoutId }), deps);
    if (!isRepeat) await requireDestinationTakes(deps, tx, listenerId, asked.amountCents);
    return asked;
  });
}

/** Checked after the request was made, so that the amount is exact; a refusal rolls it back. */
async function requireDestinationTakes(
  deps: Dependencies,
  tx: Transaction,
  listenerId: string,
  amountCents: number,
): Promise<void> {
  const { minimumCents } = await readPayee({ ...deps, database: tx }, listenerId);
  if (minimumCents !== null && amountCents < minimumCents)
    refuse('below_destination_minimum', { minimumCents });
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
    case 'suspended':
      return refuse('account_suspended');
    case 'not_listener':
      return refuse('wrong_user_type', { needed: 'listener' });
    case 'done':
    case 'already':
      throw new Error(`The ledger returned no payout with: ${outcome}`);
  }
}
