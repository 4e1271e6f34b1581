import { promisedPayoutDate } from '#contract/business-rules.ts';
import type { PayoutRequest } from '#contract/wallet.ts';
import type { payoutById } from './wallet-store.ts';

type Row = Awaited<ReturnType<typeof payoutById.only>>;

const reasonOf = (row: Row): string | null => {
  if (row.status === 'rejected') return row.decisionReason;
  return row.status === 'returned' ? row.returnReason : null;
};

/** A payout request as its listener sees it. */
export const toPayoutRequest = (row: Row): PayoutRequest => ({
  id: row.id,
  amountCents: row.amountCents,
  status: row.status,
  reason: reasonOf(row),
  createdAt: row.createdAt.toISOString(),
  processedAt: row.processedAt?.toISOString() ?? null,
  queuePosition: row.queuePosition,
  promisedBy: row.status === 'pending' ? promisedPayoutDate(row.createdAt).toISOString() : null,
});
