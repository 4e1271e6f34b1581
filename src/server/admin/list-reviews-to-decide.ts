import type { ReviewToDecide } from '#contract/admin/admin-reviews.ts';
import { rejectionLabel } from '#contract/reviews/rejection-reasons.ts';
import { decodeCursor, oldestFirst, type Page, pageOfRows } from '../cursor.ts';
import type { Dependencies } from '../dependencies.ts';
import { decidedReviews, decidedReviewsOfPeople, waitingReviews } from './reviews-to-decide-store.ts';

const pageSize = 30;

type Row = Awaited<ReturnType<typeof waitingReviews.only>>;

interface Asked {
  readonly view: 'waiting' | 'decided';
  readonly search?: string | undefined;
  readonly cursor?: string | undefined;
}

/** Reviews that wait for an admin, oldest first, or decided ones, latest first. */
export async function listReviewsToDecide(
  { database }: Pick<Dependencies, 'database'>,
  callerId: string,
  { view, search, cursor }: Asked,
): Promise<Page<ReviewToDecide>> {
  const asked = { callerId, most: pageSize + 1 };
  if (view === 'waiting') {
    const place = decodeCursor(cursor, oldestFirst);
    const rows = await waitingReviews.all(database, { ...asked, ...place, search: search ?? null });
    return pageOfRows(rows, pageSize, toReviewToDecide);
  }
  const place = decodeCursor(cursor);
  const rows = await (search === undefined
    ? decidedReviews.all(database, { ...asked, ...place })
    : decidedReviewsOfPeople.all(database, { ...asked, ...place, search }));
  const placed = rows.map((row) => ({ id: row.id, createdAt: row.decidedAt ?? row.createdAt, row }));
  return pageOfRows(placed, pageSize, ({ row }) => toReviewToDecide(row));
}

const toReviewToDecide = (row: Row): ReviewToDecide => ({
  id: row.id,
  trackTitle: row.trackTitle,
  artistId: row.artistId,
  artistName: row.artistName,
  listenerId: row.listenerId,
  listenerName: row.listenerName,
  rating: row.rating,
  comment: row.comment,
  firstComment: row.firstComment,
  status: row.status,
  createdAt: row.createdAt.toISOString(),
  dueAt: row.status === 'pending' ? (row.dueAt?.toISOString() ?? null) : null,
  findings: row.findings,
  decision: row.decidedAt && {
    at: row.decidedAt.toISOString(),
    by: row.decidedByName,
    reason: rejectionLabel(row.decisionReason) ?? row.decisionReason,
    sentence: row.decisionNote,
  },
  appeal:
    row.appeal !== null && row.appealedAt
      ? {
          at: row.appealedAt.toISOString(),
          text: row.appeal,
          outcome: row.appealOutcome,
          sentence: row.appealNote,
        }
      : null,
  isOwn: row.isOwn,
  isTest: row.isTest,
});
