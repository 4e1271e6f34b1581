import type { PayoutExport } from '#contract/money/payout-transfers/payout-exports.ts';
import { decodeCursor, type Page, pageOfRows } from '../../foundation/cursor.ts';
import type { Dependencies } from '../../foundation/dependencies.ts';
import { toPayoutExport } from './payout-export.ts';
import { exportsMade } from './payout-exports-store.ts';

const pageSize = 10;

/** Exports, newest first. */
export async function listPayoutExports(
  { database }: Pick<Dependencies, 'database'>,
  cursor?: string,
): Promise<Page<PayoutExport>> {
  const rows = await exportsMade.all(database, { ...decodeCursor(cursor), most: pageSize + 1 });
  return pageOfRows(rows, pageSize, toPayoutExport);
}
