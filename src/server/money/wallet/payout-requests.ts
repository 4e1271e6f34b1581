import { payoutHistoryLength, promisedPayoutDate } from '#contract/business-rules.ts';
import type { PayoutRequest } from '#contract/money/wallet/wallet.ts';
import type { Cents } from '#contract/primitives.ts';
import type { Dependencies } from '../../dependencies.ts';
import { decodeCursor, type Page, pageOfRows } from '../../foundation/cursor.ts';
import { waitsForCents } from '../payout-transfers/transfer-providers.ts';
import { type payoutById, payoutsOfListener } from './payouts-store.ts';

type Row = Awaited<ReturnType<typeof payoutById.only>>;

const reasonOf = (row: Row): string | null => {
  if (row.status === 'rejected') return row.decisionReason;
  return row.status === 'returned' ? row.returnReason : null;
};

/**
 * The promise counts from the request, or from the end of its destination's hold; without a destination there is none
 * yet.
 */
function promisedBy({ status, transfer, createdAt, promisedFrom }: Row): Date | null {
  if (status !== 'pending') return null;
  if (transfer === null) return promisedPayoutDate(createdAt);
  return promisedFrom && promisedPayoutDate(promisedFrom);
}

/** Whether it waits for a payment service that this server no longer has. */
const isMethodGone = ({ status, transfer, method }: Row, { transferProviders }: Carriers): boolean =>
  (status === 'pending' || status === 'completed') &&
  transfer === 'waiting' &&
  method !== null &&
  !transferProviders.some((provider) => provider.method === method);

type Carriers = Pick<Dependencies, 'transferProviders'>;

const optionalCents = (waitsFor: Cents | null) => (waitsFor === null ? {} : { waitsForCents: waitsFor });

/** A payout request as its listener sees it. A returned payout is shown as rejected. */
export const toPayoutRequest = (row: Row, carriers: Carriers): PayoutRequest => ({
  id: row.id,
  amountCents: row.amountCents,
  status: row.status === 'returned' ? 'rejected' : row.status,
  reason: reasonOf(row),
  transfer: row.transfer,
  destination: row.destination,
  ...(row.waitsForTaxDetails ? { waitsForTaxDetails: true } : {}),
  ...optionalCents(waitsForCents(carriers, row)),
  ...(isMethodGone(row, carriers) ? { isMethodGone: true } : {}),
  createdAt: row.createdAt.toISOString(),
  processedAt: row.processedAt?.toISOString() ?? null,
  queuePosition: row.queuePosition,
  promisedBy: promisedBy(row)?.toISOString() ?? null,
});

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
