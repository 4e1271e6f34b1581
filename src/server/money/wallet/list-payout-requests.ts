import { payoutHistoryLength } from '#contract/business-rules.ts';
import type { PayoutRequest } from '#contract/money/wallet/wallet.ts';
import { decodeCursor, type Page, pageOfRows } from '../../foundation/cursor.ts';
import type { Dependencies } from '../../foundation/dependencies.ts';
import { toPayoutRequest } from './payout-request.ts';
import { payoutsOfListener } from './wallet-store.ts';

/** The listener's payout requests, newest first. */
export async function listPayoutRequests(
  deps: Dependencies,
  listenerId: string,
  cursor?: string,
): Promise<Page<PayoutRequest>> {
  const most = payoutHistoryLength + 1;
  const rows = await payoutsOfListener.all(deps.database, { listenerId, ...decodeCursor(cursor), most });
  return pageOfRows(rows, payoutHistoryLength, (row) => toPayoutRequest(row, deps));
}
