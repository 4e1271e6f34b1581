import { BadgeCheck } from 'lucide-react';
import { countWords, requiredListeningSeconds } from '#contract/business-rules.ts';
import { exampleArtist, exampleSound, exampleVerdict } from '#web/insight/verdict/example-verdict.ts';
import { VerdictPicture } from '#web/insight/verdict/verdict-picture.tsx';
import { headline } from '#web/insight/verdict/verdict-sentence.ts';
import { trackPeaks } from '#web/track-peaks.ts';
import { Stars } from '#web/ui/display/stars.tsx';
import { cannedReviews } from './canned-reviews.ts';
import { SampleNote, StepHeading } from './step-parts.tsx';
import type { Demo } from './use-demo.ts';

/** The verdict of the landing page and of /example, with its sound. */
function SampleVerdict() {
  const { track, clusters } = exampleVerdict;
  return (
    <section aria-label="A sample verdict" className="min-w-0 border border-line bg-panel p-4 sm:p-6">
      <VerdictPicture
        sentence={headline(exampleVerdict)}
        title={track.title}
        peaks={trackPeaks(track.peaks)}
        durationSeconds={track.durationSeconds}
        moments={clusters}
        sound={exampleSound}
      >
        <SampleNote>{`Sample: what ${exampleArtist} would read about “${track.title}”`}</SampleNote>
      </VerdictPicture>
    </section>
  );
}

const problems = [
  { title: 'Plays say nothing', body: 'A counter can’t tell whether anyone listened, or why they left.' },
  {
    title: 'Friends are kind',
    body: 'The people who answer know the artist. Strangers decide, and they never answer.',
  },
  {
    title: 'Ears work for free',
    body: 'The people who listen shape what becomes big, and nobody pays them for it.',
  },
];

/** What is wrong today, beside what an artist could know instead. */
export function ProblemStep() {
  return (
    <div className="grid gap-6">
      <StepHeading
        isSmall
        lead="Artists learn what the world thinks of a track after the world has it. By then it’s too late to change anything."
      >
        Music is released blind
      </StepHeading>
      <div className="grid gap-8 lg:grid-cols-[2fr_3fr] lg:gap-12">
        <ol className="grid content-between gap-6">
          {problems.map(({ title, body }, place) => (
            <li key={title} className="grid grid-cols-[auto_1fr] gap-x-4 border-t-2 border-rose pt-3">
              <span className="tabular font-bold text-rose">{place + 1}</span>
              <div className="grid gap-1">
                <h2 className="text-3xl">{title}</h2>
                <p className="text-muted 2xl:text-xl">{body}</p>
              </div>
            </li>
          ))}
        </ol>
        <SampleVerdict />
      </div>
    </div>
  );
}

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

/** What the artist reads: the verdict, and the reviews by people who listened, with the proof. */
export function VerifiedReviewsStep({ demo }: { demo: Demo }) {
  const { isReviewed, rating, comment, hasListened } = demo.state;
  const own = isReviewed && rating !== null ? [{ by: 'You', rating, comment, isHeard: hasListened }] : [];
  // A canned review that was just sent is not repeated under another name.
  const others = samples.filter((sample) => own.every((review) => review.comment !== sample.comment));
  return (
    <div className="grid gap-6">
      <StepHeading
        isSmall
        lead="No bots and no skimming: the server counts the seconds, and every review is checked before anyone gets paid."
      >
        Verified reviews
      </StepHeading>
      <div className="grid gap-4 lg:grid-cols-2">
        <SampleVerdict />
        <ul className="grid content-between gap-3">
          {[...own, ...others].slice(0, 3).map((review) => (
            <li key={review.by} className="grid">
              <Review review={review} isOwn={review.by === 'You'} />
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}

function Review({ review, isOwn }: { review: ShownReview; isOwn: boolean }) {
  const { by, rating, comment, isHeard } = review;
  return (
    <article
      className={`grid content-start gap-2 border border-s-2 bg-panel p-4 ${isOwn ? 'border-brass-mark' : 'border-line border-s-mint'}`}
    >
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <h2 className="text-xl">{by}</h2>
        <Stars value={rating} label={`${rating} of 5 stars`} />
        <p className="tabular flex flex-wrap gap-x-4 text-sm font-semibold text-mint sm:ms-auto">
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
      </div>
      <p className="line-clamp-3 text-muted">{comment}</p>
    </article>
  );
}
