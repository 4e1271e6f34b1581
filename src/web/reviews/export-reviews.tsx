import { useMutation } from '@tanstack/react-query';
import { api } from '#contract/index.ts';
import type { TrackReview } from '#contract/reviews.ts';
import { callApi } from '#web/api.ts';
import { toastFor } from '#web/error-messages.ts';
import { Button } from '#web/ui/button.tsx';
import { toast } from '#web/ui/toast.tsx';
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

function save(name: string, csv: string): void {
  const url = URL.createObjectURL(new Blob(['\uFEFF', csv], { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}

/** Saves all reviews of a track as a CSV file. */
export function ExportReviews({ trackId }: { trackId: string }) {
  const reading = useMutation({ mutationFn: () => fetchAllReviews(trackId) });
  const start = () =>
    reading.mutate(undefined, {
      onSuccess: (reviews) => save('reviews.csv', reviewsCsv(reviews)),
      onError: (error) => toast(toastFor(error, { title: 'Export failed' })),
    });
  return (
    <Button variant="quiet" size="small" onPress={start} isPending={reading.isPending}>
      Export as CSV
    </Button>
  );
}
