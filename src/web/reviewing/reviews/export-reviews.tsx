import { useMutation } from '@tanstack/react-query';
import type { TrackReview } from '#contract/reviewing/reviews/reviews.ts';
import { toastFor } from '#web/calls/error-messages.ts';
import { saveCsv } from '#web/files/save-csv.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { toast } from '#web/ui/display/toast-queue.ts';
import { type ReviewsWanted, readTrackReviews } from './read-track-reviews.ts';
import { reviewsCsv } from './reviews-csv.ts';

async function fetchAllReviews(wanted: ReviewsWanted): Promise<TrackReview[]> {
  const reviews: TrackReview[] = [];
  let cursor: string | null = null;
  do {
    const page = await readTrackReviews(wanted, cursor);
    reviews.push(...page.items);
    cursor = page.nextCursor;
  } while (cursor !== null);
  return reviews;
}

/** Downloads a track's reviews as a CSV file: what the list shows, and what it has yet to load. */
export function ExportReviews(props: ReviewsWanted) {
  const reading = useMutation({ mutationFn: () => fetchAllReviews(props) });
  const start = () =>
    reading.mutate(undefined, {
      onSuccess: (reviews) =>
        saveCsv(
          props.rating === null ? 'reviews.csv' : `reviews-${props.rating}-of-5-stars.csv`,
          reviewsCsv(reviews),
        ),
      onError: (error) => toast(toastFor(error, { title: 'Export failed' })),
    });
  return (
    <Button variant="quiet" size="small" onPress={start} isPending={reading.isPending}>
      Export as CSV
    </Button>
  );
}
