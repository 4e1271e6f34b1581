import { ListChecks, Timer } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { notesOfReview } from '#contract/business-rules.ts';
import type { ReviewDraft } from '#contract/review-drafts.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { formatDuration } from '#web/ui/display/duration.ts';

// Most reviews need neither, so neither is part of the first load.
const PromptFields = lazy(() =>
  import('./prompt-fields.tsx').then((module) => ({ default: module.PromptFields })),
);
const NoteFields = lazy(() => import('./note-fields.tsx').then((module) => ({ default: module.NoteFields })));
const WordsSetAside = lazy(() =>
  import('./words-set-aside.tsx').then((module) => ({ default: module.WordsSetAside })),
);

export interface ReviewExtrasProps {
  draft: ReviewDraft;
  change: (part: Partial<ReviewDraft>) => void;
  /** Seconds into the track. */
  position: number;
  seek: (seconds: number) => void;
  isReadOnly: boolean;
}

/** What a review may have beside its comment: answers to three prompts, and notes tied to a moment. Closed at first. */
export function ReviewExtras({ draft, change, position, seek, isReadOnly }: ReviewExtrasProps) {
  const [asksPrompts, setAsksPrompts] = useState(false);
  const [added, setAdded] = useState(0);
  const { notes, prompts, setAside } = draft;
  const hasAnswers = Object.values(prompts).some((answer) => answer !== null);
  const addNote = () => {
    change({ notes: [...notes, { atSecond: Math.floor(position), note: '' }] });
    setAdded(added + 1);
  };
  return (
    <div className="grid gap-4">
      <Suspense fallback={null}>
        {setAside !== null && <WordsSetAside words={setAside} draft={draft} change={change} />}
        {(asksPrompts || hasAnswers) && (
          <PromptFields
            answers={prompts}
            change={(answers) => change({ prompts: answers })}
            takesFocus={asksPrompts && !hasAnswers}
            isReadOnly={isReadOnly}
          />
        )}
        {notes.length > 0 && (
          <NoteFields
            notes={notes}
            change={(changed) => change({ notes: changed })}
            seek={seek}
            takesFocus={added > 0}
            isReadOnly={isReadOnly}
          />
        )}
      </Suspense>
      <div className="flex flex-wrap items-center gap-2">
        {!(asksPrompts || hasAnswers) && (
          <Button
            variant="quiet"
            size="small"
            onPress={() => setAsksPrompts(true)}
            isDisabled={isReadOnly}
            icon={<ListChecks aria-hidden size={18} strokeWidth={1.75} />}
          >
            Answer three prompts
          </Button>
        )}
        <Button
          variant="quiet"
          size="small"
          onPress={addNote}
          isDisabled={isReadOnly || notes.length >= notesOfReview}
          icon={<Timer aria-hidden size={18} strokeWidth={1.75} />}
        >
          Note at {formatDuration(position)}
        </Button>
        <span className="text-sm text-muted">Optional</span>
      </div>
    </div>
  );
}
