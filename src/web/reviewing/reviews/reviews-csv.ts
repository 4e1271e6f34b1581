import { csvOf } from '#contract/csv.ts';
import { prompts } from '#contract/reviewing/reviews/review-prompts.ts';
import type { TrackReview } from '#contract/reviewing/reviews/reviews.ts';
import { formatDuration } from '#web/ui/display/duration.ts';

/** Reviews as CSV with a header row. */
export const reviewsCsv = (reviews: readonly TrackReview[]): string =>
  csvOf([
    ['date', 'listener', 'rating', 'status', 'comment', ...prompts.map(({ question }) => question), 'notes'],
    ...reviews.map((review) => [
      review.createdAt,
      review.listenerName,
      String(review.rating),
      review.status,
      review.comment,
      ...prompts.map(({ name }) => review.prompts[name] ?? ''),
      review.notes.map(({ atSecond, note }) => `${formatDuration(atSecond)} ${note}`).join('\n'),
    ]),
  ]);
