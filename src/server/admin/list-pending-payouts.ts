import type { PendingPayout } from '#contract/admin.ts';
import { decodeCursor, type Page, pageOfRows } from '../cursor.ts';
import type { Dependencies } from '../dependencies.ts';
import { pendingPayouts } from './admin-store.ts';

const pageSize = 50;

/** Pending payout requests of all listeners, newest first. */
export async function listPendingPayouts(deps: Dependencies, cursor?: string): Promise<Page<PendingPayout>> {
  const rows = await pendingPayouts.all(deps.database, { ...decodeCursor(cursor), most: pageSize + 1 });
  return pageOfRows(rows, pageSize, (row) => ({
    id: row.id,
    listenerId: row.listenerId,
    displayName: row.displayName,
    amountCents: row.amountCents,
    status: row.status,
    createdAt: row.createdAt.toISOString(),
    firstApprovedBy:
      row.firstApprovedBy === null
        ? null
        : { userId: row.firstApprovedBy, displayName: row.firstApproverName ?? '' },
  }));
}
