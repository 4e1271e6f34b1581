import type { PendingPayout } from '#contract/admin.ts';
import { decodeCursor, type Page, pageOfRows } from '../cursor.ts';
import type { Dependencies } from '../dependencies.ts';
import { pendingPayouts } from './admin-store.ts';

const pageSize = 50;
/** How long after a recovery of the password a payout is flagged (accounts, recovery). */
const resetShownMilliseconds = 72 * 3600 * 1000;

/** Pending payout requests of all listeners, newest first. */
export async function listPendingPayouts(
  { database, clock }: Pick<Dependencies, 'database' | 'clock'>,
  { cursor, search }: { readonly cursor?: string | undefined; readonly search?: string | undefined },
): Promise<Page<PendingPayout>> {
  const resetSince = new Date(clock.now().getTime() - resetShownMilliseconds);
  const asked = { ...decodeCursor(cursor), most: pageSize + 1, search: search ?? null, resetSince };
  const rows = await pendingPayouts.all(database, asked);
  return pageOfRows(
    rows,
    pageSize,
    ({ firstApprovedBy, firstApproverName, clusterId, clusterMembers, ...row }) => ({
      ...row,
      cluster: clusterId === null ? null : { id: clusterId, members: clusterMembers ?? 0 },
      createdAt: row.createdAt.toISOString(),
      firstApprovedBy:
        firstApprovedBy === null ? null : { userId: firstApprovedBy, displayName: firstApproverName ?? '' },
    }),
  );
}
