import { useId, useState } from 'react';
import { reviewMarkKinds, reviewMarkLabels } from '#contract/reviewing/reviews/review-mark-kinds.ts';
import type { ReviewMark } from '#contract/reviewing/reviews/review-marks.ts';
import type { TrackReview } from '#contract/reviewing/reviews/reviews.ts';
import { useMarkReview } from './mark-queries.ts';
import { NotUsefulField } from './not-useful-field.tsx';

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
