import { ListChecks, Timer } from 'lucide-react';
import { useState } from 'react';
import { notesOfReview } from '#contract/business-rules.ts';
import type { ReviewDraft } from '#contract/reviewing/reviews/review-drafts.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { formatDuration } from '#web/ui/display/duration.ts';
import { NoteFields } from './note-fields.tsx';
import { PromptFields } from './prompt-fields.tsx';
import { WordsSetAside } from './words-set-aside.tsx';

export interface ReviewExtrasProps {
  draft: ReviewDraft;
  change: (part: Partial<ReviewDraft>) => void;
  /** Null while the former version is audible: notes are about the new one. */
  addNote: (() => void) | null;
  hasAddedNote: boolean;
  /** The second that a note would have. */
  noteAt: number;
  seek: (seconds: number) => void;
  isReadOnly: boolean;
}

/** The optional parts of a review: answers to three prompts, and timed notes. Initially closed. */
export function ReviewExtras(props: ReviewExtrasProps) {
  const { draft, change, addNote, hasAddedNote, noteAt, seek, isReadOnly } = props;
  const [asksPrompts, setAsksPrompts] = useState(false);
  const { notes, prompts, setAside } = draft;
  const hasAnswers = Object.values(prompts).some((answer) => answer !== null);
  return (
    <div className="grid gap-4 max-md:order-1 max-md:pt-4">
      {/* A boundary for each: one that loads must not hide another in which someone is typing. */}

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
          takesFocus={hasAddedNote}
          isReadOnly={isReadOnly}
        />
      )}
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
        {addNote !== null && (
          <Button
            variant="quiet"
            size="small"
            onPress={addNote}
            isDisabled={isReadOnly || notes.length >= notesOfReview}
            icon={<Timer aria-hidden size={18} strokeWidth={1.75} />}
          >
            Note at {formatDuration(noteAt)}
          </Button>
        )}
        <span className="text-sm text-muted max-sm:sr-only">Optional</span>
      </div>
    </div>
  );
}
