import type { PayoutRequest } from '#contract/wallet.ts';
import type { payoutById } from './wallet-store.ts';

type Row = Awaited<ReturnType<typeof payoutById.only>>;

/** A payout request as its listener sees it. */
export const toPayoutRequest = (row: Row): PayoutRequest => ({
  id: row.id,
  amountCents: row.amountCents,
  status: row.status,
  reason: row.status === 'rejected' ? row.decisionReason : null,
  createdAt: row.createdAt.toISOString(),
  processedAt: row.processedAt?.toISOString() ?? null,
});
