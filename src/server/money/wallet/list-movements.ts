import type { Movement } from '#contract/money/wallet/wallet.ts';
import { reasonText } from '#contract/reviewing/reviews/rejection-reasons.ts';
import { decodeNumber, type Page, pageOfNumbered } from '../../foundation/cursor.ts';
import type { Dependencies } from '../../foundation/dependencies.ts';
import { movementsOfListener } from './wallet-store.ts';

/** All ledger entries that moved the listener's money, newest first, `size` per page. */
export async function listMovements(
  { database }: Pick<Dependencies, 'database'>,
  listenerId: string,
  { cursor, size }: { readonly cursor?: string | undefined; readonly size: number },
): Promise<Page<Movement>> {
  const most = size + 1;
  const rows = await movementsOfListener.all(database, { listenerId, before: decodeNumber(cursor), most });
  return pageOfNumbered(rows, size, (row) => ({
    ...row,
    reason: row.reason && reasonText(row.reason),
    createdAt: row.createdAt.toISOString(),
  }));
}
