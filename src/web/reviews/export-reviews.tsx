import { useMutation } from '@tanstack/react-query';
import { api } from '#contract/index.ts';
import type { TrackReview } from '#contract/reviews/reviews.ts';
import { callApi } from '#web/api.ts';
import { toastFor } from '#web/error-messages.ts';
import { saveCsv } from '#web/save-csv.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { toast } from '#web/ui/display/toast-queue.ts';
import { reviewsCsv } from './reviews-csv.ts';

interface ExportReviewsProps {
  trackId: string;
  /** Only reviews with this number of stars; null for all. */
  rating: number | null;
}

async function fetchAllReviews({ trackId, rating }: ExportReviewsProps): Promise<TrackReview[]> {
  const reviews: TrackReview[] = [];
  let cursor: string | null | undefined;
  while (cursor !== null) {
    const query = {
      ...(cursor !== undefined && { cursor }),
      ...(rating !== null && { rating: `${rating}` }),
    };
    const page = await callApi(api.reviews.listTrackReviews, { params: { trackId }, query });
    reviews.push(...page.items);
    cursor = page.nextCursor;
  }
  return reviews;
}

/** Downloads a track's reviews as a CSV file: what the list shows, and what it has yet to load. */
export function ExportReviews(props: ExportReviewsProps) {
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
