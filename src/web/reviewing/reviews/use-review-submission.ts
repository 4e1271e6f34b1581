import { useState } from 'react';
import { countWords, minimumReviewWords, reviewButton } from '#contract/business-rules.ts';
import { formatCents } from '#contract/cents.ts';
import { firstUnanswered } from '#contract/music/questions/question-rules.ts';
import type { AskedQuestion } from '#contract/music/questions/questions.ts';
import type { Cents } from '#contract/primitives.ts';
import type { ReviewDraft } from '#contract/reviewing/reviews/review-drafts.ts';
import { isRefusal } from '#web/calls/api-failures.ts';
import { toastFor } from '#web/calls/error-messages.ts';
import { type TrackEnd, trackEndOf } from '#web/reviewing/listening/listening-failures.ts';
import type { Listening } from '#web/reviewing/listening/use-listening.ts';
import type { OnNext } from '#web/reviewing/listening/use-served-track.ts';
import { toast } from '#web/ui/display/toast-queue.ts';
import { nothingTyped } from './typing-rules.ts';
import { useSubmitReview } from './use-submit-review.ts';

/** The field that needs attention; a new object each time, so that it gets the focus again. */
export interface BadField {
  readonly name: 'stars' | 'comment' | 'question';
}

interface SubmissionParts {
  trackId: string;
  /** What the review earns once approved. */
  reward: Cents;
  draft: ReviewDraft;
  questions: readonly AskedQuestion[];
  listening: Pick<Listening, 'listenedSeconds' | 'settle'>;
  forget: () => void;
  /** The track is no longer served. */
  onDeleted: (end: TrackEnd) => void;
  onNext: OnNext;
}

/** Submits a review: the button's state, the messages, and the field that needs attention. */
export function useReviewSubmission(parts: SubmissionParts) {
  const { trackId, reward, draft, questions, listening, forget, onDeleted, onNext } = parts;
  const { mutateAsync } = useSubmitReview();
  // Stays set until another track is shown, so that a second press does not submit again.
  const [sentTrack, setSentTrack] = useState<string | null>(null);
  const isSubmitting = sentTrack === trackId;
  const [badField, setBadField] = useState<BadField | null>(null);
  const { rating, comment, prompts, typing } = draft;
  const { listenedSeconds, settle } = listening;
  const notes = draft.notes.filter(({ note }) => note.trim() !== '');
  const answers = answersToSend(questions, draft);
  const unanswered = firstUnanswered(questions, answers);
  const buttonWith = (stars: number, isUnanswered: boolean) =>
    reviewButton({ submitting: isSubmitting, rating: stars, comment, listenedSeconds, isUnanswered });
  const stars = rating ?? 0;
  const button = buttonWith(stars, unanswered !== undefined);
  // In the order of the hints: stars first, then questions.
  const onlyStarsMiss = stars === 0 && buttonWith(5, false).enabled;
  const missingQuestion = buttonWith(stars, false).enabled ? (unanswered?.id ?? null) : null;

  const send = async (given: number) => {
    setSentTrack(trackId);
    try {
      await settle();
      await mutateAsync({
        trackId,
        rating: given,
        comment,
        prompts,
        notes,
        answers,
        typing: typing ?? nothingTyped,
      });
      forget();
      toast(submitted(reward));
      await onNext('done');
    } catch (error) {
      toast(toastFor(error, failed));
      if (isRefusal(error, 'review_too_short')) setBadField({ name: 'comment' });
      const end = trackEndOf(error);
      if (end) onDeleted(end);
      if (isRefusal(error, 'question_unanswered')) await onNext('asked');
      if (refusalsThatEnd.some((code) => isRefusal(error, code))) await onNext('done');
      setSentTrack(null);
    }
  };
  const submit = () => {
    if (isSubmitting) return;
    if (button.enabled && rating !== null) void send(rating);
    else setBadField(missingQuestion ? { name: 'question' } : explain(button.text, comment, onlyStarsMiss));
  };
  return { button, onlyStarsMiss, missingQuestion, isSubmitting, badField, submit };
}

/** The answers to the current questions, without blank lines. */
const answersToSend = (questions: readonly AskedQuestion[], { answers = [] }: ReviewDraft) =>
  answers.filter(
    ({ questionId, answer }) =>
      questions.some(({ id }) => id === questionId) && (typeof answer === 'number' || answer.trim() !== ''),
  );

/** After these the listener can no longer review the track, and the next one is served. */
const refusalsThatEnd = ['already_reviewed', 'not_assigned', 'places_taken'] as const;

const submitted = (reward: Cents) =>
  ({
    title: 'Review submitted',
    body: `Your review is pending approval. You'll be credited ${formatCents(reward)} once approved.`,
    tone: 'earned',
  }) as const;
const failed = { title: 'Submission failed', body: 'Failed to submit review. Please try again.' };

/** Handles a submit by keyboard while something is missing: says what, and returns the field. */
function explain(buttonText: string, comment: string, onlyStarsMiss: boolean): BadField | null {
  if (onlyStarsMiss) return { name: 'stars' };
  const words = countWords(comment);
  if (words >= minimumReviewWords) {
    toast({ title: buttonText, tone: 'wrong' });
    return null;
  }
  const body = `Please write at least ${minimumReviewWords} words (currently ${words}).`;
  toast({ title: 'Review too short', body, tone: 'wrong' });
  return { name: 'comment' };
}
