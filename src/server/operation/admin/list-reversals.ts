import type { Reversal } from '#contract/operation/admin/admin-billing.ts';
import { decodeCursor, type Page, pageOfRows } from '../../foundation/cursor.ts';
import type { Dependencies } from '../../foundation/dependencies.ts';
import { newestReversals } from './billing-store.ts';

const pageSize = 50;

/** Refunds and disputes, the newest first. */
export async function listReversals(
  { database }: Pick<Dependencies, 'database'>,
  { cursor }: { readonly cursor?: string | undefined },
): Promise<Page<Reversal>> {
  const rows = await newestReversals.all(database, { ...decodeCursor(cursor), most: pageSize + 1 });
  return pageOfRows(rows, pageSize, ({ reversalId, userId, displayName, createdAt, ...row }) => ({
    id: reversalId,
    kind: row.kind,
    status: row.status,
    amountCents: row.amountCents,
    feeCents: row.feeCents,
    currency: row.currency,
    happenedAt: createdAt.toISOString(),
    paymentId: row.paymentId,
    paidCents: row.paidCents,
    paidAt: row.paidAt.toISOString(),
    subscriptionId: row.subscriptionId,
    user: { id: userId, displayName },
  }));
}
