import { ListChecks, Timer } from 'lucide-react';
import { useState } from 'react';
import { commentLength, notesOfReview, promptLength } from '#contract/business-rules.ts';
import type { ReviewDraft } from '#contract/reviewing/reviews/review-drafts.ts';
import type { PromptAnswers } from '#contract/reviewing/reviews/review-help.ts';
import { prompts } from '#contract/reviewing/reviews/review-prompts.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { TextArea } from '#web/ui/controls/text-area.tsx';
import { formatDuration } from '#web/ui/display/duration.ts';
import { NoteFields } from './note-fields.tsx';

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

interface PromptFieldsProps {
  answers: PromptAnswers;
  change: (answers: PromptAnswers) => void;
  /** The listener has just opened the prompts. */
  takesFocus: boolean;
  isReadOnly: boolean;
}

/** The three prompts. Their answers are for the artist and do not count toward the comment's words. */
function PromptFields({ answers, change, takesFocus, isReadOnly }: PromptFieldsProps) {
  return (
    <fieldset className="grid gap-3">
      <legend className="pb-2 text-sm text-muted">
        Optional, for the artist. Only the review above is required.
      </legend>
      {prompts.map(({ name, question }, place) => (
        <TextArea
          key={name}
          label={question}
          value={answers[name] ?? ''}
          onChange={(answer) => change({ ...answers, [name]: answer === '' ? null : answer })}
          autoFocus={takesFocus && place === 0}
          isReadOnly={isReadOnly}
          maxLength={promptLength}
          rows={2}
        />
      ))}
    </fieldset>
  );
}

interface WordsSetAsideProps {
  words: string;
  draft: ReviewDraft;
  change: (part: Partial<ReviewDraft>) => void;
}

/** Text of this review from another device or tab, until the listener decides. */
function WordsSetAside({ words, draft, change }: WordsSetAsideProps) {
  const together = draft.comment.trim() === '' ? words : `${draft.comment}\n\n${words}`;
  return (
    <section
      aria-label="Written elsewhere"
      className="grid justify-items-start gap-2 border-s-2 border-brass-mark ps-4"
    >
      <p className="text-sm text-muted">You also wrote this, on another device or in another tab:</p>
      <p dir="auto" className="max-h-40 max-w-prose overflow-y-auto whitespace-pre-line">
        {words}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button
          variant="quiet"
          size="small"
          onPress={() => change({ comment: together, setAside: null })}
          isDisabled={together.length > commentLength}
        >
          Add to my comment
        </Button>
        <Button variant="quiet" size="small" onPress={() => change({ setAside: null })}>
          Discard
        </Button>
      </div>
    </section>
  );
}
