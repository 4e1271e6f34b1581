import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import type { Answer, Sent } from '#contract/call.ts';
import { cents } from '#contract/cents.ts';
import { api } from '#contract/index.ts';
import { callApi } from '#web/calls/api.ts';
import { actDone, actKey, isFinal } from '#web/calls/idempotency-key.ts';
import { queryKeys } from '#web/calls/query-keys.ts';
import { reviewAct } from './review-act.ts';

const mutationKey = ['submit-review'];

/** Whether this page is sending a review. */
export const isSubmittingReview = (queries: QueryClient): boolean => queries.isMutating({ mutationKey }) > 0;

/** Sends a review with its act's key, which lasts until the server's final response. */
export function useSubmitReview() {
  const queries = useQueryClient();
  return useMutation({
    mutationKey,
    mutationFn: (review: Sent<typeof api.reviews.submitReview>['body']) =>
      callApi(api.reviews.submitReview, {
        body: review,
        idempotencyKey: actKey(reviewAct(review.trackId)),
      }),
    onSuccess: ({ status, earnedCents, waiting, reasonLabel }, { trackId }) => {
      actDone(reviewAct(trackId));
      // At once, because beside the message the last review's outcome would read as that of this one.
      const last = { status, earnedCents, waiting, reasonLabel };
      queries.setQueryData<Answer<typeof api.reviews.readSitting>>(queryKeys.reviews.sitting, (known) => ({
        medianCentsPerHour: known?.medianCentsPerHour ?? null,
        sitting: { earnedCents: known?.sitting?.earnedCents ?? cents(0), last },
      }));
      // Not awaited: the next track must not wait for the figures.
      void queries.invalidateQueries({ queryKey: queryKeys.reviews.all });
      void queries.invalidateQueries({ queryKey: queryKeys.wallet.all });
      void queries.invalidateQueries({ queryKey: queryKeys.profile.all });
    },
    onError: (error, { trackId }) => {
      if (isFinal(error)) actDone(reviewAct(trackId));
    },
  });
}
