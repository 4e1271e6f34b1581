import { csvOf } from '#contract/csv.ts';
import type { TrackReview } from '#contract/reviews.ts';

/** Reviews as CSV with a head. */
export const reviewsCsv = (reviews: readonly TrackReview[]): string =>
  csvOf([
    ['date', 'listener', 'rating', 'status', 'comment'],
    ...reviews.map(({ createdAt, listenerName, rating, status, comment }) => [
      createdAt,
      listenerName,
      String(rating),
      status,
      comment,
    ]),
  ]);
