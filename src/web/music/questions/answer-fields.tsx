import { Label } from 'react-aria-components/Label';
import { Radio, RadioGroup } from 'react-aria-components/RadioGroup';
import { answerLineLength, scaleSteps } from '#contract/music/questions/question-rules.ts';
import type { AskedQuestion } from '#contract/music/questions/questions.ts';
import type { ReviewDraft } from '#contract/reviewing/reviews/review-drafts.ts';
import { FieldNotes, labelStyle } from '#web/ui/controls/field-notes.tsx';
import { linkStyle } from '#web/ui/controls/link-style.ts';
import { TextField } from '#web/ui/controls/text-field.tsx';
import { formatDuration, spokenDuration } from '#web/ui/display/duration.ts';

type Answers = NonNullable<ReviewDraft['answers']>;

interface AnswerFieldsProps {
  questions: readonly AskedQuestion[];
  answers: Answers;
  change: (answers: Answers) => void;
  /** The question that prevents sending the review. */
  missing: string | null;
  /** Seeks to the moment that a question is about. */
  seek: (seconds: number) => void;
  isReadOnly: boolean;
}

/** The artist's questions, answered with the review. */
export function AnswerFields({ questions, answers, change, missing, seek, isReadOnly }: AnswerFieldsProps) {
  const answerTo = (id: string) => answers.find(({ questionId }) => questionId === id)?.answer;
  const give = (id: string, answer: string | number) =>
    change([
      // Drops answers to questions that no longer exist.
      ...answers.filter(
        ({ questionId }) => questionId !== id && questions.some((one) => one.id === questionId),
      ),
      ...(answer === '' ? [] : [{ questionId: id, answer }]),
    ]);
  return (
    <fieldset className="my-3 grid gap-5 border-s-2 border-brass-mark ps-4 wrap-anywhere md:my-0">
      <legend className="sr-only">The artist asks</legend>
      {questions.map((question) => (
        <div key={question.id} data-question={question.id} className="grid gap-1">
          <AnswerField
            question={question}
            answer={answerTo(question.id)}
            give={(answer) => give(question.id, answer)}
            error={missing === question.id ? 'Answer this to submit your review.' : undefined}
            isReadOnly={isReadOnly}
          />
          {question.atSecond !== null && <Moment second={question.atSecond} seek={seek} />}
        </div>
      ))}
    </fieldset>
  );
}

function Moment({ second, seek }: { second: number; seek: (seconds: number) => void }) {
  return (
    <button
      type="button"
      onClick={() => seek(second)}
      aria-label={`Go to ${spokenDuration(second)}`}
      className={`${linkStyle} tabular justify-self-start py-1 text-sm`}
    >
      At {formatDuration(second)}
    </button>
  );
}

interface AnswerFieldProps {
  question: AskedQuestion;
  answer: string | number | undefined;
  give: (answer: string | number) => void;
  error: string | undefined;
  isReadOnly: boolean;
}

function AnswerField({ question, answer, give, error, isReadOnly }: AnswerFieldProps) {
  if (question.kind === 'line')
    return (
      <TextField
        label={question.question}
        hint="Optional, one line"
        value={typeof answer === 'string' ? answer : ''}
        onChange={give}
        maxLength={answerLineLength}
        isReadOnly={isReadOnly}
      />
    );
  const isScale = question.kind === 'scale';
  const options = isScale ? Array.from({ length: scaleSteps }, (_, step) => `${step + 1}`) : question.choices;
  return (
    <RadioGroup
      orientation="horizontal"
      value={typeof answer === 'number' ? String(answer) : null}
      onChange={(chosen) => give(Number(chosen))}
      isInvalid={error !== undefined}
      isReadOnly={isReadOnly}
      className="grid gap-1.5"
    >
      <Label className={labelStyle}>{question.question}</Label>
      <div className="flex flex-wrap gap-2">
        {options.map((option, place) => (
          <Radio
            key={option}
            value={String(place + 1)}
            className="grid min-h-11 min-w-11 cursor-pointer place-items-center border border-rest bg-panel px-3 text-center transition-colors hover:border-muted data-selected:border-brass-mark data-selected:bg-raised data-selected:font-semibold"
          >
            <span>{option}</span>
          </Radio>
        ))}
      </div>
      <FieldNotes error={error} hint={isScale ? '1 is the least, 5 the most.' : undefined} />
    </RadioGroup>
  );
}
