import type { UserRecord } from '#contract/operation/admin/admin-users.ts';
import type { Queryable } from '../../adapters/database/database.ts';
import { sumOfMarks } from './marks-store.ts';
import { keptStanding } from './standing-store.ts';
import { areEnoughMarks } from './usefulness-rules.ts';

/**
 * A listener's standing with the totals of artists' marks; null before the first decision. The totals are hidden while
 * they are so few that they would reveal who gave them, and from the listener.
 */
export async function standingForAdmin(
  db: Queryable,
  listenerId: string,
  callerId: string,
): Promise<UserRecord['standing']> {
  const kept = await keptStanding.one(db, { listenerId });
  if (!kept) return null;
  const { artists, ...sums } = await sumOfMarks.only(db, { listenerId });
  const marks = sums.useful + sums.answered + sums.notUseful;
  return {
    standing: kept.standing,
    usefulness: kept.usefulness,
    marks: listenerId !== callerId && areEnoughMarks(marks, artists) ? { ...sums, artists } : null,
  };
}
