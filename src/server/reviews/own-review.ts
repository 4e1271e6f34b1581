import type { OwnReview } from '#contract/reviews.ts';
import { promptsOf } from './review-help.ts';
import type { ownReviewById } from './review-store.ts';

type Row = Awaited<ReturnType<typeof ownReviewById.only>>;

/** A review as its listener sees it. */
export const toOwnReview = (row: Row): OwnReview => ({
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
  reason: row.decisionNote ?? row.decisionReason,
  appeal: row.appeal && row.appealedAt ? { text: row.appeal, at: row.appealedAt.toISOString() } : null,
  createdAt: row.createdAt.toISOString(),
});
