import { type InfiniteData, useMutation, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type { Answer } from '#contract/call.ts';
import { api } from '#contract/index.ts';
import {
  type NotUsefulReason,
  notUsefulReasonCodes,
  notUsefulReasons,
  reviewMarkKinds,
  reviewMarkLabels,
} from '#contract/reviewing/reviews/review-mark-kinds.ts';
import type { ReviewMark } from '#contract/reviewing/reviews/review-marks.ts';
import type { TrackReview } from '#contract/reviewing/reviews/reviews.ts';
import { callApi } from '#web/calls/api.ts';
import { toastFor } from '#web/calls/error-messages.ts';
import { queryKeys } from '#web/calls/query-keys.ts';
import { SelectField } from '#web/ui/controls/select-field.tsx';
import { toast } from '#web/ui/display/toast-queue.ts';

const options = notUsefulReasonCodes.map((value) => ({ value, label: notUsefulReasons[value] }));

interface NotUsefulFieldProps {
  reason: NotUsefulReason | null;
  onChoose: (reason: NotUsefulReason) => void;
}

/** Why a review was not useful; the mark is saved with the reason. */
function NotUsefulField({ reason, onChoose }: NotUsefulFieldProps) {
  return (
    <SelectField
      label="Why was it not useful?"
      options={options}
      value={reason}
      onChange={onChoose}
      placeholder="Choose a reason"
      {...(reason === null ? { hint: 'Kept once you choose a reason.' } : {})}
    />
  );
}

type ReviewPage = Answer<typeof api.reviews.listTrackReviews>;

const withMark = (page: ReviewPage, reviewId: string, mark: ReviewMark | null): ReviewPage => ({
  ...page,
  items: page.items.map((review) => (review.id === reviewId ? { ...review, mark } : review)),
});

/** Sets or removes a private mark of a review, and updates the lists that show it. */
function useMarkReview(trackId: string, reviewId: string) {
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

const chip =
  'min-h-11 cursor-pointer border border-line px-2.5 text-sm text-muted hover:border-rest hover:text-text lg:min-h-8 ' +
  'aria-pressed:border-rest aria-pressed:bg-raised aria-pressed:font-semibold aria-pressed:text-text';

interface ReviewMarksProps {
  trackId: string;
  review: Pick<TrackReview, 'id' | 'listenerName' | 'mark'>;
}

/** The artist's private marks of a review. Pressing one again removes it. */
export function ReviewMarks({ trackId, review }: ReviewMarksProps) {
  const marking = useMarkReview(trackId, review.id);
  const [isAsking, setAsking] = useState(false);
  const reasonId = useId();
  // Shows the new mark at once, and the previous one again if saving fails.
  const mark = marking.isPending ? marking.variables : review.mark;
  const asksWhy = isAsking || mark?.kind === 'not_useful';
  const press = (kind: ReviewMark['kind']) => {
    const isTakenBack = mark?.kind === kind;
    setAsking(kind === 'not_useful' && !isTakenBack && !isAsking);
    if (isTakenBack) marking.mutate(null);
    else if (kind !== 'not_useful') marking.mutate({ kind });
  };
  return (
    <div className="grid justify-items-start gap-3 pt-1 not-on-paper">
      <fieldset className="min-w-0">
        <legend className="sr-only">Your private mark of the review by {review.listenerName}</legend>
        <div className="flex flex-wrap items-center gap-1.5">
          {reviewMarkKinds.map((kind) => (
            <button
              key={kind}
              type="button"
              className={chip}
              aria-pressed={isAsking ? kind === 'not_useful' : mark?.kind === kind}
              {...(kind === 'not_useful' ? { 'aria-expanded': asksWhy, 'aria-controls': reasonId } : {})}
              onClick={() => press(kind)}
            >
              {reviewMarkLabels[kind]}
            </button>
          ))}
        </div>
      </fieldset>
      <div id={reasonId} className="w-full max-w-80 empty:hidden">
        {asksWhy && (
          <NotUsefulField
            reason={mark?.kind === 'not_useful' ? mark.reason : null}
            onChoose={(reason) => {
              setAsking(false);
              marking.mutate({ kind: 'not_useful', reason });
            }}
          />
        )}
      </div>
    </div>
  );
}
