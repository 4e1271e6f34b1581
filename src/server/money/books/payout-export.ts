import type { PayoutExport } from '#contract/money/payout-transfers/payout-exports.ts';
import type { exportById } from './payout-exports-store.ts';

type Row = Awaited<ReturnType<typeof exportById.only>>;

/** An export as an admin sees it. */
export const toPayoutExport = (row: Row): PayoutExport => ({
  id: row.id,
  madeAt: row.createdAt.toISOString(),
  madeBy: row.madeBy,
  lineCount: row.lineCount,
  totalCents: row.totalCents,
  method: row.method,
  openLines: row.openLines,
});
