import { type InfiniteData, useMutation, useQueryClient } from '@tanstack/react-query';
import type { Answer } from '#contract/call.ts';
import { api } from '#contract/index.ts';
import type { ReviewMark } from '#contract/reviewing/reviews/review-marks.ts';
import { callApi } from '#web/calls/api.ts';
import { toastFor } from '#web/calls/error-messages.ts';
import { queryKeys } from '#web/calls/query-keys.ts';
import { toast } from '#web/ui/display/toast-queue.ts';

type ReviewPage = Answer<typeof api.reviews.listTrackReviews>;

const withMark = (page: ReviewPage, reviewId: string, mark: ReviewMark | null): ReviewPage => ({
  ...page,
  items: page.items.map((review) => (review.id === reviewId ? { ...review, mark } : review)),
});

/** Sets or removes a private mark of a review, and updates the lists that show it. */
export function useMarkReview(trackId: string, reviewId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (mark: ReviewMark | null) =>
      callApi(api.reviews.markReview, { params: { reviewId }, body: { mark } }),
    // In sequence, so that the mark pressed last wins.
    scope: { id: `mark ${reviewId}` },
    onSuccess: ({ mark }) => {
      queries.setQueryData<Answer<typeof api.verdict.readVerdict>>(
        queryKeys.reviews.verdict(trackId),
        (verdict) => verdict && { ...verdict, reviews: withMark(verdict.reviews, reviewId, mark) },
      );
      queries.setQueriesData<InfiniteData<ReviewPage>>(
        { queryKey: queryKeys.reviews.allOfTrack(trackId) },
        (list) => list && { ...list, pages: list.pages.map((page) => withMark(page, reviewId, mark)) },
      );
    },
    onError: (error) => toast(toastFor(error, { title: 'The mark was not saved' })),
  });
}
