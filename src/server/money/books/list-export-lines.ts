import type { ExportLine } from '#contract/money/payout-transfers/payout-exports.ts';
import { decodeCursor, oldestFirst, type Page, pageOfRows } from '../../foundation/cursor.ts';
import type { Dependencies } from '../../foundation/dependencies.ts';
import { linesOfExport } from './payout-exports-store.ts';

const pageSize = 50;

/** The payouts of an export with their outcomes. */
export async function listExportLines(
  { database }: Pick<Dependencies, 'database'>,
  exportId: string,
  cursor?: string,
): Promise<Page<ExportLine>> {
  const { id: after } = decodeCursor(cursor, oldestFirst);
  const rows = await linesOfExport.all(database, { exportId, after, most: pageSize + 1 });
  return pageOfRows(rows, pageSize, ({ id, createdAt: _, ...line }) => ({ payoutId: id, ...line }));
}
