import type { Assignment } from '#contract/plans/balance/balance.ts';
import type { Queryable } from '../../adapters/database/database.ts';
import { assignmentsOf } from './assignments-store.ts';

/** The assignments of each of these tracks, the newest first. */
export async function readAssignments(
  db: Queryable,
  trackIds: readonly string[],
): Promise<(trackId: string) => Assignment[]> {
  const rows = await assignmentsOf.all(db, { trackIds: [...trackIds] });
  const all = rows.map(({ trackId, assignedAt, returningUntil, expiresAt, promisedAt, ...same }) => ({
    trackId,
    assignment: {
      ...same,
      assignedAt: assignedAt.toISOString(),
      expiresAt: expiresAt.toISOString(),
      returningUntil: returningUntil?.toISOString() ?? null,
      promisedAt: promisedAt?.toISOString() ?? null,
    },
  }));
  return (trackId) => all.filter((one) => one.trackId === trackId).map(({ assignment }) => assignment);
}
