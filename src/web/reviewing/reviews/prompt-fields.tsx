import { promptLength } from '#contract/business-rules.ts';
import type { PromptAnswers } from '#contract/reviewing/reviews/review-help.ts';
import { prompts } from '#contract/reviewing/reviews/review-prompts.ts';
import { TextArea } from '#web/ui/controls/text-area.tsx';

export interface PromptFieldsProps {
  answers: PromptAnswers;
  change: (answers: PromptAnswers) => void;
  /** The listener has just opened the prompts. */
  takesFocus: boolean;
  isReadOnly: boolean;
}

/** The three prompts. Their answers are for the artist and do not count toward the comment's words. */
export function PromptFields({ answers, change, takesFocus, isReadOnly }: PromptFieldsProps) {
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
