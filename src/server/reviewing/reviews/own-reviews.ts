import { mendableUntil, rejectionLabel, takenBack } from '#contract/reviewing/reviews/rejection-reasons.ts';
import type { OwnReview, ReviewStats } from '#contract/reviewing/reviews/reviews.ts';
import type { Dependencies } from '../../dependencies.ts';
import { decodeCursor, type Page, pageOfRows } from '../../foundation/cursor.ts';
import { promptsOf } from './review-help.ts';
import { type ownReviewById, ownReviews, reviewedOf, reviewStats } from './review-store.ts';
import { longestWait } from './review-wait-rules.ts';

/** What the listener reads if the admin wrote no sentence. */
const sentenceOfReason = (reason: string | null): string | null =>
  reason === takenBack ? 'It was approved by mistake, so we took back the reward.' : reason;

type Row = Awaited<ReturnType<typeof ownReviewById.only>>;

function waitingOf(row: Row, now: Date): OwnReview['waiting'] {
  const { status, waitsFor, dueAt, createdAt, failedRules, pressHeldUntil } = row;
  // That the artist asked for it is private.
  if (pressHeldUntil !== null && pressHeldUntil > now && waitsFor !== 'person')
    return { waitsFor: 'person', rules: [], until: pressHeldUntil.toISOString() };
  if (status !== 'pending' || waitsFor === null || dueAt === null) return null;
  // Each day has its own budget, so only the last possible day is certain.
  const until = waitsFor === 'budget' ? new Date(createdAt.getTime() + longestWait) : dueAt;
  return { waitsFor, rules: waitsFor === 'person' ? failedRules : [], until: until.toISOString() };
}

function mendingOf({ status, decisionReason, decidedAt, appealedAt }: Row): string | null {
  if (status !== 'rejected' || appealedAt !== null || decidedAt === null) return null;
  return mendableUntil(decisionReason, decidedAt)?.toISOString() ?? null;
}

export const toOwnReview = (row: Row, now: Date): OwnReview => ({
  id: row.id,
  trackId: row.trackId,
  trackTitle: row.trackTitle,
  artistId: row.artistId,
  artistName: row.artistName,
  rating: row.rating,
  comment: row.comment,
  prompts: promptsOf(row),
  notes: row.notes,
  status: row.status,
  earnedCents: row.earnedCents,
  waiting: waitingOf(row, now),
  reasonLabel: rejectionLabel(row.decisionReason),
  reason: row.decisionNote ?? sentenceOfReason(row.decisionReason),
  mendableUntil: mendingOf(row),
  appeal:
    row.appeal && row.appealedAt
      ? {
          text: row.appeal,
          isMended: row.isMended,
          at: row.appealedAt.toISOString(),
          outcome: row.appealOutcome,
          answer: row.appealNote,
        }
      : null,
  takedown: row.takedown,
  createdAt: row.createdAt.toISOString(),
});

const pageSize = 10;

/** The listener's reviews, newest first, ten a page. */
export async function listOwnReviews(
  deps: Dependencies,
  listenerId: string,
  cursor?: string,
): Promise<Page<OwnReview>> {
  const from = decodeCursor(cursor);
  const rows = await ownReviews.all(deps.database, { listenerId, ...from, most: pageSize + 1 });
  const now = deps.clock.now();
  return pageOfRows(rows, pageSize, (row) => toOwnReview(row, now));
}

export async function listReviewedTracks(
  { database }: Pick<Dependencies, 'database'>,
  listenerId: string,
  trackIds: string[],
): Promise<{ trackIds: string[] }> {
  const reviewed = await reviewedOf.all(database, { listenerId, trackIds });
  return { trackIds: reviewed.map(({ trackId }) => trackId) };
}

export async function readReviewStats(deps: Dependencies, listenerId: string): Promise<ReviewStats> {
  const row = await reviewStats.only(deps.database, { listenerId });
  return {
    totalReviews: row.total,
    averageRatingGiven: row.average,
    totalEarnedCents: row.earnedCents,
    listeningHours: row.playSeconds / 3600,
  };
}
