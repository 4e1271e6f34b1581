import { type KeyboardEvent, lazy, type SubmitEvent, Suspense, useEffect, useRef } from 'react';
import { commentLength, countWords, minimumReviewWords } from '#contract/business-rules.ts';
import { formatCents } from '#contract/cents.ts';
import type { Cents } from '#contract/primitives.ts';
import type { AskedQuestion } from '#contract/questions.ts';
import type { ReviewDraft } from '#contract/review-drafts.ts';
import type { Listening } from '#web/listening/use-listening.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { StarRating } from '#web/ui/controls/star-rating.tsx';
import { TextArea } from '#web/ui/controls/text-area.tsx';
import { Lights } from '#web/ui/music/lights.tsx';
import { ReviewExtras } from './review-extras.tsx';
import { type BadField, useReviewSubmission } from './use-review-submission.ts';

const AnswerFields = lazy(async () => ({
  default: (await import('#web/questions/answer-fields.tsx')).AnswerFields,
}));

export interface ReviewFormProps {
  trackId: string;
  /** What the review earns once it is approved: fixed when the track was served. */
  reward: Cents;
  draft: ReviewDraft;
  /** What the artist asks. */
  questions: readonly AskedQuestion[];
  change: (part: Partial<ReviewDraft>) => void;
  forget: () => void;
  listening: Listening;
  /** The track is dealt with: reviewed now, or earlier. Resolves when the next one has been asked for. */
  onDone: () => Promise<void>;
  /** The artist has deleted the track. */
  onDeleted: () => void;
  /** The artist asks what this page does not know of. */
  onAsked: () => Promise<void>;
}

/** Stars, comment and the one button that says what is still missing. */
export function ReviewForm(props: ReviewFormProps) {
  const { reward, draft, questions, change, listening } = props;
  const submission = useReviewSubmission(props);
  const { button, onlyStarsMiss, missingQuestion, isSubmitting, badField, submit } = submission;
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (badField === null) return;
    form.current?.querySelector<HTMLElement>(fieldOf(badField, missingQuestion))?.focus();
  }, [badField, missingQuestion]);

  const submitForm = (event: SubmitEvent) => {
    event.preventDefault();
    submit();
  };
  const submitByKeys = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submit();
  };
  return (
    <form
      ref={form}
      aria-label="Your review"
      onSubmit={submitForm}
      className="grid gap-x-8 gap-y-6 border-t border-line pt-8 md:grid-cols-[minmax(0,18.75rem)_minmax(0,1fr)]"
    >
      <div className="grid content-start gap-3">
        <StarRating
          label="Your rating"
          value={draft.rating}
          onChange={(rating) => change({ rating })}
          isDisabled={isSubmitting}
          error={onlyStarsMiss ? 'Give it a star rating.' : undefined}
        />
        <p className="text-sm text-muted">
          Say what worked, what didn't, and what you'd change. The artist reads every word, and you earn{' '}
          {formatCents(reward)} once it is approved.
        </p>
      </div>
      <div className="grid min-w-0 gap-4">
        <TextArea
          label="Your review"
          value={draft.comment}
          onChange={(comment) => change({ comment })}
          onKeyDown={submitByKeys}
          isReadOnly={isSubmitting}
          maxLength={commentLength}
          rows={5}
        />
        {questions.length > 0 && (
          <Suspense fallback={null}>
            <AnswerFields
              questions={questions}
              answers={draft.answers ?? []}
              change={(answers) => change({ answers })}
              missing={missingQuestion}
              seek={listening.player.seek}
              isReadOnly={isSubmitting}
            />
          </Suspense>
        )}
        <div className="flex flex-wrap items-end gap-x-5 gap-y-4">
          <div className="min-w-60 flex-1">
            <WordLights words={countWords(draft.comment)} />
          </div>
          <div className="w-full sm:w-auto">
            <Button type="submit" size="large" wide isDisabled={!button.enabled}>
              {button.text}
            </Button>
          </div>
        </div>
        <ReviewExtras
          draft={draft}
          change={change}
          position={listening.player.position}
          seek={listening.player.seek}
          isReadOnly={isSubmitting}
        />
      </div>
    </form>
  );
}

/** Where the listener has to see to something. */
function fieldOf({ name }: BadField, question: string | null): string {
  if (name === 'question') return `[data-question="${question}"] input`;
  return name === 'stars' ? 'input' : 'textarea';
}

function WordLights({ words }: { words: number }) {
  return (
    <Lights
      label="Words written"
      count={minimumReviewWords}
      lit={words}
      tone={words >= minimumReviewWords ? 'earned' : 'act'}
      valueText={`${words} of ${minimumReviewWords} words`}
      start={`${words} / ${minimumReviewWords} words`}
    />
  );
}
