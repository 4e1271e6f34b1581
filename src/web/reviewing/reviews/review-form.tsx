import { type KeyboardEvent, type SubmitEvent, useEffect, useRef } from 'react';
import {
  commentLength,
  countWords,
  minimumReviewWords,
  requiredListeningSeconds,
} from '#contract/business-rules.ts';
import { formatCents } from '#contract/cents.ts';
import type { AskedQuestion } from '#contract/music/questions/questions.ts';
import type { Cents } from '#contract/primitives.ts';
import type { ReviewDraft } from '#contract/reviewing/reviews/review-drafts.ts';
import { AnswerFields } from '#web/music/questions/answer-fields.tsx';
import type { TrackEnd } from '#web/reviewing/listening/listening-failures.ts';
import type { Listening } from '#web/reviewing/listening/use-listening.ts';
import type { OnNext } from '#web/reviewing/listening/use-served-track.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { StarRating } from '#web/ui/controls/star-rating.tsx';
import { TextArea } from '#web/ui/controls/text-area.tsx';
import { formatDuration } from '#web/ui/display/duration.ts';
import { Lights } from '#web/ui/music/lights.tsx';
import { ReviewExtras } from './review-extras.tsx';
import { takesFocus } from './reviewed-track.ts';
import { type BadField, useReviewSubmission } from './use-review-submission.ts';
import { useTypingCounts } from './use-typing-counts.ts';

const phone = '(width < 768px)';
const isTyped = (target: EventTarget | null): target is HTMLElement =>
  target instanceof HTMLTextAreaElement || (target instanceof HTMLInputElement && target.type === 'text');

/**
 * A phone's keyboard leaves about 400 px. While writing, the form is scrolled to the top, stars first, even if the
 * keyboard appears later, and the top bar is hidden.
 */
function useWritingView(form: { readonly current: HTMLFormElement | null }): void {
  useEffect(() => {
    const written = form.current;
    const root = document.documentElement;
    if (written === null) return;
    const show = () => {
      if (document.activeElement instanceof HTMLTextAreaElement && 'writing' in root.dataset)
        written.scrollIntoView({ block: 'start' });
    };
    const begin = ({ target }: FocusEvent) => {
      if (!isTyped(target) || !matchMedia(phone).matches) return;
      root.dataset.writing = '';
      show();
    };
    const end = ({ relatedTarget }: FocusEvent) => {
      if (!isTyped(relatedTarget)) delete root.dataset.writing;
    };
    const view = window.visualViewport;
    written.addEventListener('focusin', begin);
    written.addEventListener('focusout', end);
    view?.addEventListener('resize', show);
    return () => {
      written.removeEventListener('focusin', begin);
      written.removeEventListener('focusout', end);
      view?.removeEventListener('resize', show);
      delete root.dataset.writing;
    };
  }, [form]);
}

export interface ReviewFormProps {
  trackId: string;
  /** What the review earns once approved, fixed when the track was served. */
  reward: Cents;
  draft: ReviewDraft;
  /** The artist's questions. */
  questions: readonly AskedQuestion[];
  change: (part: Partial<ReviewDraft>) => void;
  forget: () => void;
  listening: Listening;
  /** Adds an empty note at the current second; null while notes are not possible. */
  addNote: (() => void) | null;
  /** The second that a note would have. */
  noteAt: number;
  /** Plays the reviewed track from this second. */
  hear: (seconds: number) => void;
  /** A note was just added, so the newest one gets the focus. */
  hasAddedNote: boolean;
  /** The track is no longer served. */
  onDeleted: (end: TrackEnd) => void;
  onNext: OnNext;
}

/** Stars, comment and the submit button, which says what is missing. */
export function ReviewForm(props: ReviewFormProps) {
  const { trackId, reward, draft, questions, change, listening, addNote, noteAt, hear, hasAddedNote } = props;
  const submission = useReviewSubmission(props);
  const { button, onlyStarsMiss, missingQuestion, isSubmitting, badField, submit } = submission;
  const form = useRef<HTMLFormElement>(null);
  const text = useRef<HTMLTextAreaElement>(null);
  const typingNow = useTypingCounts(text, { text: draft.comment, counts: draft.typing });
  useWritingView(form);
  useEffect(() => {
    if (takesFocus(trackId)) text.current?.focus();
  }, [trackId]);
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
      className="@container grid grid-cols-[minmax(0,1fr)] gap-x-8 gap-y-2 border-t border-line pt-1 md:grid-cols-[minmax(0,18.75rem)_minmax(0,1fr)] md:pt-8"
    >
      <div className="content-start gap-3 max-md:contents md:grid">
        <StarRating
          label="Your rating"
          value={draft.rating}
          onChange={(rating) => change({ rating })}
          isDisabled={isSubmitting}
          error={onlyStarsMiss ? 'Give it a star rating.' : undefined}
          isCompact
        />
        <p className="text-sm text-muted max-md:order-1">
          Say what worked, what didn’t, and what you’d change. The artist sees this as you wrote it, and you
          earn {formatCents(reward)} once it is approved.
        </p>
        <p className="text-sm text-muted max-md:order-1">
          Type or dictate it here. We count how many letters you type and paste and how long you take, never
          which keys. If you paste several reviews in a row, a person reads them first.
        </p>
      </div>
      <div className="min-w-0 gap-4 max-md:contents md:grid">
        <TextArea
          label="Your review"
          inputRef={text}
          value={draft.comment}
          onChange={(comment) => change({ comment, typing: typingNow() })}
          onKeyDown={submitByKeys}
          isReadOnly={isSubmitting}
          maxLength={commentLength}
          rows={5}
          isCompact
        />
        {questions.length > 0 && (
          <AnswerFields
            questions={questions}
            answers={draft.answers ?? []}
            change={(answers) => change({ answers })}
            missing={missingQuestion}
            seek={hear}
            isReadOnly={isSubmitting}
          />
        )}
        <div className="flex flex-wrap items-end gap-x-5 gap-y-2 md:gap-y-4">
          <div className="min-w-[min(15rem,100%)] flex-1">
            <WordLights words={countWords(draft.comment)} heard={listening.listenedSeconds} />
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
          addNote={addNote}
          hasAddedNote={hasAddedNote}
          noteAt={noteAt}
          seek={hear}
          isReadOnly={isSubmitting}
        />
      </div>
    </form>
  );
}

/** The selector of the field that needs attention. */
function fieldOf({ name }: BadField, question: string | null): string {
  if (name === 'question') return `[data-question="${question}"] input`;
  return name === 'stars' ? 'input' : 'textarea';
}

function WordLights({ words, heard }: { words: number; heard: number }) {
  return (
    <Lights
      label="Words written"
      count={minimumReviewWords}
      lit={words}
      tone={words >= minimumReviewWords ? 'earned' : 'act'}
      valueText={`${words} of ${minimumReviewWords} words`}
      start={`${words} / ${minimumReviewWords} words`}
      end={`${formatDuration(heard)} / ${formatDuration(requiredListeningSeconds)} heard`}
      isCompact
    />
  );
}
