import { Plus, Trash2, X } from 'lucide-react';
import { type FocusEvent, useState } from 'react';
import {
  choiceLength,
  type QuestionKind,
  questionLength,
  questionsOfTrack,
} from '#contract/music/questions/question-rules.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { IconButton } from '#web/ui/controls/icon-button.tsx';
import { type RadioCard, RadioCards } from '#web/ui/controls/radio-cards.tsx';
import { TextField } from '#web/ui/controls/text-field.tsx';
import {
  faultsOfQuestion,
  mayAddChoice,
  mayRemoveChoice,
  newQuestion,
  type QuestionDraft,
} from './question-draft.ts';

/** When a question says what is missing, not only what is wrong: `left`, once the focus has left it. */
export type MissingShown = 'never' | 'left' | 'always';

interface QuestionsEditorProps {
  questions: readonly QuestionDraft[];
  onChange: (questions: QuestionDraft[]) => void;
  showsMissing: MissingShown;
  isDisabled?: boolean;
}

/** Up to three questions for the track's listeners. */
export function QuestionsEditor({
  questions,
  onChange,
  showsMissing,
  isDisabled = false,
}: QuestionsEditorProps) {
  /** The places of the questions that the focus has left. */
  const [left, setLeft] = useState<readonly number[]>([]);
  const blurred = ({ currentTarget, target, relatedTarget }: FocusEvent) => {
    // When the user switches to another window, the field stays the active element.
    if (document.activeElement === target || currentTarget.contains(relatedTarget)) return;
    const look = () => {
      if (!currentTarget.contains(document.activeElement)) setLeft(questions.map((_, place) => place));
    };
    // A press on a label or beside everything: an error that appears now would move what is being pressed.
    if (relatedTarget === null) window.addEventListener('click', () => setTimeout(look), { once: true });
    else look();
  };
  return (
    <fieldset className="grid gap-5" disabled={isDisabled} onBlur={blurred}>
      <legend className="pb-2 text-sm font-semibold">Your questions</legend>
      <p className="text-sm text-muted">
        Listeners see them before they press play and answer them with their review. You can change a question
        until its first answer.
      </p>
      {questions.map((question, place) => (
        <OneQuestion
          // biome-ignore lint/suspicious/noArrayIndexKey: new questions have no id, and their order never changes
          key={place}
          number={place + 1}
          question={question}
          change={(part) =>
            onChange(questions.map((other, at) => (at === place ? { ...other, ...part } : other)))
          }
          remove={() => {
            setLeft(left.filter((at) => at !== place).map((at) => (at > place ? at - 1 : at)));
            onChange(questions.filter((_, at) => at !== place));
          }}
          isMissingShown={showsMissing === 'always' || (showsMissing === 'left' && left.includes(place))}
          leave={() => setLeft([...left, place])}
        />
      ))}
      {questions.length < questionsOfTrack && (
        <div>
          <Button
            variant="quiet"
            size="small"
            onPress={() => onChange([...questions, newQuestion])}
            isDisabled={isDisabled}
            icon={<Plus aria-hidden size={18} strokeWidth={1.75} />}
          >
            {questions.length === 0 ? 'Add a question' : 'Add another question'}
          </Button>
        </div>
      )}
    </fieldset>
  );
}

const kinds: readonly RadioCard<QuestionKind>[] = [
  { value: 'choice', title: 'Choices' },
  { value: 'scale', title: 'Scale of five' },
  { value: 'line', title: 'One line' },
];

interface OneQuestionProps {
  number: number;
  question: QuestionDraft;
  change: (part: Partial<QuestionDraft>) => void;
  remove: () => void;
  isMissingShown: boolean;
  /** The focus has left it. */
  leave: () => void;
}

function OneQuestion({ number, question, change, remove, isMissingShown, leave }: OneQuestionProps) {
  const faults = faultsOfQuestion(question);
  /** Not for a button: an error that appears must not move it away from the pointer. */
  const blurred = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (relatedTarget instanceof HTMLInputElement && !currentTarget.contains(relatedTarget)) leave();
  };
  const shown = (text: string, fault: string | null | undefined) =>
    (text.trim() !== '' || isMissingShown ? fault : null) ?? undefined;
  if (question.isAnswered)
    return (
      <div className="grid gap-1 border border-line p-4 wrap-anywhere">
        <p className="font-semibold">{question.question}</p>
        <p className="text-sm text-muted">It has answers or was taken down, so you can’t change it.</p>
      </div>
    );
  return (
    <fieldset className="grid gap-4 border border-line p-4" onBlur={blurred}>
      <legend className="sr-only">Question {number}</legend>
      <div className="flex items-start gap-2">
        <div className="min-w-0 grow">
          <TextField
            label={`Question ${number}`}
            autoFocus={question.id === null && question.question === ''}
            value={question.question}
            onChange={(text) => change({ question: text })}
            maxLength={questionLength}
            error={shown(question.question, faults.question)}
          />
        </div>
        <div className="pt-6">
          <IconButton label={`Remove question ${number}`} onPress={remove}>
            <Trash2 aria-hidden size={20} strokeWidth={1.75} />
          </IconButton>
        </div>
      </div>
      <RadioCards
        label={`Kind of answer to question ${number}`}
        hideLabel
        options={kinds}
        value={question.kind}
        onChange={(kind) => change({ kind })}
      />
      {question.kind === 'choice' && (
        <ChoiceFields
          question={question}
          change={(choices) => change({ choices })}
          errorOf={(place) => shown(question.choices[place] ?? '', faults.choices[place])}
        />
      )}
      <div className="max-w-40">
        <TextField
          label="Moment (Optional)"
          placeholder="0:42"
          value={question.at}
          onChange={(at) => change({ at })}
          maxLength={7}
          error={shown(question.at, faults.at)}
        />
      </div>
    </fieldset>
  );
}

interface ChoiceFieldsProps {
  question: QuestionDraft;
  change: (choices: string[]) => void;
  errorOf: (place: number) => string | undefined;
}

function ChoiceFields({ question, change, errorOf }: ChoiceFieldsProps) {
  const { choices } = question;
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      {choices.map((choice, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: choices are texts that may be alike while they are written
        <div key={place} className="flex items-start gap-1">
          <div className="min-w-0 grow">
            <TextField
              label={`Choice ${place + 1}`}
              value={choice}
              onChange={(text) => change(choices.map((other, at) => (at === place ? text : other)))}
              maxLength={choiceLength}
              error={errorOf(place)}
            />
          </div>
          {mayRemoveChoice(question) && (
            <div className="pt-6">
              <IconButton
                label={`Remove choice ${place + 1}`}
                onPress={() => change(choices.filter((_, at) => at !== place))}
              >
                <X aria-hidden size={20} strokeWidth={1.75} />
              </IconButton>
            </div>
          )}
        </div>
      ))}
      {mayAddChoice(question) && (
        <div className="sm:self-end">
          <Button variant="quiet" size="small" onPress={() => change([...choices, ''])}>
            Add a choice
          </Button>
        </div>
      )}
    </div>
  );
}
