import { BadgeCheck } from 'lucide-react';
import { countWords, requiredListeningSeconds } from '#contract/business-rules.ts';
import { Stars } from '#web/ui/display/stars.tsx';
import { cannedReviews } from './canned-reviews.ts';
import { SampleNote } from './sample-note.tsx';
import { StepHeading } from './step-heading.tsx';
import type { Demo } from './use-demo.ts';

interface ShownReview {
  readonly by: string;
  readonly rating: number;
  readonly comment: string;
  readonly isHeard: boolean;
}

const samples: readonly ShownReview[] = [
  { by: 'Sample agent 1', rating: 5, comment: cannedReviews.Phenomenal, isHeard: true },
  { by: 'Sample agent 2', rating: 3, comment: cannedReviews.Good, isHeard: true },
  { by: 'Sample agent 3', rating: 4, comment: cannedReviews.Great, isHeard: true },
];

/** What the artist reads: reviews by people who listened, with the proof. */
export function VerifiedReviewsStep({ demo }: { demo: Demo }) {
  const { isReviewed, rating, comment, hasListened } = demo.state;
  const own = isReviewed && rating !== null ? [{ by: 'You', rating, comment, isHeard: hasListened }] : [];
  // A canned review that was just sent is not repeated under another name.
  const others = samples.filter((sample) => own.every((review) => review.comment !== sample.comment));
  return (
    <div className="grid gap-8">
      <StepHeading lead="No bots and no skimming: the server counts the seconds and reads every word before anyone gets paid.">
        Verified reviews
      </StepHeading>
      <ul className="grid gap-4 lg:grid-cols-3">
        {[...own, ...others].slice(0, 3).map((review) => (
          <li key={review.by} className="grid">
            <Review review={review} isOwn={review.by === 'You'} />
          </li>
        ))}
      </ul>
      <SampleNote>Sample reviews for this demo.</SampleNote>
    </div>
  );
}

function Review({ review, isOwn }: { review: ShownReview; isOwn: boolean }) {
  const { by, rating, comment, isHeard } = review;
  return (
    <article
      className={`grid grid-rows-[auto_1fr_auto] gap-4 border border-t-2 bg-panel p-5 sm:p-6 ${isOwn ? 'border-brass-mark' : 'border-line border-t-mint'}`}
    >
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 className="text-2xl">{by}</h2>
        <Stars value={rating} label={`${rating} of 5 stars`} />
      </div>
      <p className="text-muted 2xl:text-lg">{comment}</p>
      <p className="tabular flex flex-wrap gap-x-4 gap-y-1 text-sm font-semibold text-mint">
        {isHeard ? (
          <span className="flex items-center gap-1.5">
            <BadgeCheck aria-hidden size={18} strokeWidth={1.75} />
            {`${requiredListeningSeconds} s heard`}
          </span>
        ) : (
          <span className="text-muted">Not verified: the listening step was skipped</span>
        )}
        <span>{`${countWords(comment)} words`}</span>
      </p>
    </article>
  );
}
