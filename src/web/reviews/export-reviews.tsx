import { useMutation } from '@tanstack/react-query';
import { api } from '#contract/index.ts';
import type { TrackReview } from '#contract/reviews/reviews.ts';
import { callApi } from '#web/api.ts';
import { toastFor } from '#web/error-messages.ts';
import { saveCsv } from '#web/save-csv.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { toast } from '#web/ui/display/toast-queue.ts';
import { reviewsCsv } from './reviews-csv.ts';

async function fetchAllReviews(trackId: string): Promise<TrackReview[]> {
  const reviews: TrackReview[] = [];
  let cursor: string | null | undefined;
  while (cursor !== null) {
    const query = cursor === undefined ? {} : { cursor };
    const page = await callApi(api.reviews.listTrackReviews, { params: { trackId }, query });
    reviews.push(...page.items);
    cursor = page.nextCursor;
  }
  return reviews;
}

/** Downloads all reviews of a track as a CSV file. */
export function ExportReviews({ trackId }: { trackId: string }) {
  const reading = useMutation({ mutationFn: () => fetchAllReviews(trackId) });
  const start = () =>
    reading.mutate(undefined, {
      onSuccess: (reviews) => saveCsv('reviews.csv', reviewsCsv(reviews)),
      onError: (error) => toast(toastFor(error, { title: 'Export failed' })),
    });
  return (
    <Button variant="quiet" size="small" onPress={start} isPending={reading.isPending}>
      Export as CSV
    </Button>
  );
}
