import { type InfiniteData, useMutation, useQueryClient } from '@tanstack/react-query';
import type { Answer } from '#contract/call.ts';
import { api } from '#contract/index.ts';
import type { ReviewPress } from '#contract/reviewing/reviews/review-press.ts';
import type { TrackReview } from '#contract/reviewing/reviews/reviews.ts';
import { callApi } from '#web/calls/api.ts';
import { toastFor } from '#web/calls/error-messages.ts';
import { queryKeys } from '#web/calls/query-keys.ts';
import { toast } from '#web/ui/display/toast-queue.ts';

type ReviewPage = Answer<typeof api.reviews.listTrackReviews>;

const withPress = (page: ReviewPage, reviewId: string, press: ReviewPress | null): ReviewPage => ({
  ...page,
  items: page.items.map((review) => (review.id === reviewId ? { ...review, press } : review)),
});

/** Presses or takes the press back, and updates the lists that show it. */
function usePressReview(trackId: string, reviewId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (pressed: boolean) =>
      callApi(api.reviews.pressReview, { params: { reviewId }, body: { pressed } }),
    scope: { id: `press ${reviewId}` },
    onSuccess: ({ press }) => {
      queries.setQueryData<Answer<typeof api.verdict.readVerdict>>(
        queryKeys.reviews.verdict(trackId),
        (verdict) => verdict && { ...verdict, reviews: withPress(verdict.reviews, reviewId, press) },
      );
      queries.setQueriesData<InfiniteData<ReviewPage>>(
        { queryKey: queryKeys.reviews.allOfTrack(trackId) },
        (list) => list && { ...list, pages: list.pages.map((page) => withPress(page, reviewId, press)) },
      );
    },
    onError: (error) => toast(toastFor(error, { title: 'Nothing was sent' })),
  });
}

const pressTexts: Readonly<Record<ReviewPress, string>> = {
  open: 'A person reads this review within 24 hours.',
  read: 'A person read this review.',
  expired: 'Nobody got to this review in 24 hours.',
};

const quietButton = 'min-h-11 cursor-pointer text-sm text-muted underline hover:text-text lg:min-h-8';

interface PressReviewProps {
  trackId: string;
  review: Pick<TrackReview, 'id' | 'listenerName' | 'press'>;
}

/** Sends a review that says nothing to a person. Only the artist and admins know. */
export function PressReview({ trackId, review }: PressReviewProps) {
  const { mutate, isPending } = usePressReview(trackId, review.id);
  const about = <span className="sr-only">{`: the review by ${review.listenerName}`}</span>;
  if (review.press === null)
    return (
      <button type="button" className={quietButton} disabled={isPending} onClick={() => mutate(true)}>
        This says nothing about my track{about}
      </button>
    );
  return (
    <p className="flex flex-wrap items-center gap-x-3 text-sm text-muted not-on-paper" role="status">
      <span>{pressTexts[review.press]}</span>
      {review.press === 'open' && (
        <button type="button" className={quietButton} disabled={isPending} onClick={() => mutate(false)}>
          Undo{about}
        </button>
      )}
    </p>
  );
}
