import type { ReviewToDecide } from '#contract/operation/admin/admin-reviews.ts';
import { reasonText } from '#contract/reviewing/reviews/rejection-reasons.ts';
import type { Dependencies } from '../../dependencies.ts';
import { decodeCursor, oldestFirst, type Page, pageOfRows } from '../../foundation/cursor.ts';
import { ownAmong } from '../../trust/linked-accounts/refuse-own.ts';
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
  const most = pageSize + 1;
  if (view === 'waiting') {
    const place = decodeCursor(cursor, oldestFirst);
    const rows = await waitingReviews.all(database, { most, ...place, search: search ?? null });
    const own = await ownAmong(database, callerId, rows.flatMap(peopleOf));
    return pageOfRows(rows, pageSize, (row) => toReviewToDecide(row, callerId, own));
  }
  const place = decodeCursor(cursor);
  const rows = await (search === undefined
    ? decidedReviews.all(database, { most, ...place })
    : decidedReviewsOfPeople.all(database, { most, ...place, search }));
  const own = await ownAmong(database, callerId, rows.flatMap(peopleOf));
  const placed = rows.map((row) => ({ id: row.id, createdAt: row.decidedAt ?? row.createdAt, row }));
  return pageOfRows(placed, pageSize, ({ row }) => toReviewToDecide(row, callerId, own));
}

const peopleOf = ({ listenerId, artistId }: Row): string[] => [listenerId, artistId];

const canUndo = ({ status, decidedBy, appealedAt }: Row, callerId: string): boolean =>
  (status === 'approved' || status === 'rejected') && decidedBy === callerId && appealedAt === null;

const toReviewToDecide = (row: Row, callerId: string, own: ReadonlySet<string>): ReviewToDecide => ({
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
    reason: row.decisionReason && reasonText(row.decisionReason),
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
  isOwn: peopleOf(row).some((id) => own.has(id)),
  canUndo: canUndo(row, callerId),
  isTest: row.isTest,
});
