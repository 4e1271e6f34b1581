import { vi } from 'vitest';
import { rewardPerReview } from '#contract/business-rules.ts';
import type { Answer } from '#contract/call.ts';
import type { api } from '#contract/index.ts';
import type { AskedQuestion } from '#contract/music/questions/questions.ts';
import { show } from '#tests/support/screens/component-frame.tsx';
import { listeningAfter } from '#tests/support/stand-ins/listening-stand-in.ts';
import type { OnNext } from '#web/reviewing/listening/use-served-track.ts';
import { ReviewForm } from '#web/reviewing/reviews/review-form.tsx';
import { useReviewDraft } from '#web/reviewing/reviews/use-review-draft.ts';

export const trackId = '00000000-0000-4000-8000-0000000000a1';
export const words = (count: number) => Array.from({ length: count }, (_, place) => `word${place}`).join(' ');

interface FormProps {
  seconds: number;
  questions: readonly AskedQuestion[];
  onDeleted: () => void;
  onNext: OnNext;
}

/** The form with the listener's real draft, after so many seconds of listening. */
function Form({ seconds, questions, onDeleted, onNext }: FormProps) {
  const draft = useReviewDraft('00000000-0000-4000-8000-000000000001', trackId, () => undefined);
  return (
    <ReviewForm
      trackId={trackId}
      reward={rewardPerReview}
      {...draft}
      questions={questions}
      listening={listeningAfter(seconds)}
      addNote={() => undefined}
      noteAt={0}
      hear={() => undefined}
      hasAddedNote={false}
      onNext={onNext}
      onDeleted={onDeleted}
    />
  );
}

export async function showForm(seconds: number, questions: readonly AskedQuestion[] = []) {
  const onNext = vi.fn<OnNext>(async () => undefined);
  const onDeleted = vi.fn();
  await show(<Form seconds={seconds} questions={questions} onNext={onNext} onDeleted={onDeleted} />);
  return { onNext, onDeleted };
}

export const submitted = (comment: string): Answer<typeof api.reviews.submitReview> => ({
  id: '00000000-0000-4000-8000-0000000000b1',
  trackId,
  trackTitle: 'Night Bus',
  artistId: '00000000-0000-4000-8000-0000000000c1',
  artistName: 'Bea',
  rating: 4,
  comment,
  prompts: { worked: null, didNotWork: null, toChange: null },
  notes: [],
  status: 'pending',
  waiting: null,
  earnedCents: 0,
  reasonLabel: null,
  reason: null,
  mendableUntil: null,
  appeal: null,
  takedown: null,
  createdAt: '2026-03-02T10:00:00Z',
});
