import { rejectionLabel, takenBack } from '#contract/rejection-reasons.ts';
import type { OwnReview } from '#contract/reviews.ts';
import type { ownReviewById } from './review-store.ts';

/** What the listener reads where nobody wrote a sentence. */
const sentenceOfReason = (reason: string | null): string | null =>
  reason === takenBack ? 'It had been approved by mistake, so the reward was taken back.' : reason;

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
  status: row.status,
  earnedCents: row.earnedCents,
  reasonLabel: rejectionLabel(row.decisionReason),
  reason: row.decisionNote ?? sentenceOfReason(row.decisionReason),
  appeal:
    row.appeal && row.appealedAt
      ? {
          text: row.appeal,
          at: row.appealedAt.toISOString(),
          outcome: row.appealOutcome,
          answer: row.appealNote,
        }
      : null,
  createdAt: row.createdAt.toISOString(),
});
