import {
  choiceLength,
  choicesOfQuestion,
  type QuestionKind,
  questionFault,
  questionLength,
} from '#contract/music/questions/question-rules.ts';
import type { AskedQuestion, QuestionFields } from '#contract/music/questions/questions.ts';
import { plainCode } from '#contract/plain-text.ts';
import { isBlank } from '#contract/unseen.ts';
import { formatDuration } from '#web/ui/display/duration.ts';

/** What the editor opens with: a new question about a second or the whole track, or only the saved ones. */
export type Asking = number | 'track' | 'saved';

/** A question being written. */
export interface QuestionDraft {
  /** Null for a new one. */
  readonly id: string | null;
  readonly kind: QuestionKind;
  readonly question: string;
  readonly choices: readonly string[];
  /** Minutes and seconds, as typed; empty for the whole track. */
  readonly at: string;
  /** It has answers or was taken down, so it cannot be changed. */
  readonly isAnswered: boolean;
}

export const newQuestion: QuestionDraft = {
  id: null,
  kind: 'choice',
  question: '',
  choices: ['', ''],
  at: '',
  isAnswered: false,
};

export const draftOf = (asked: AskedQuestion, isAnswered: boolean): QuestionDraft => ({
  id: asked.id,
  kind: asked.kind,
  question: asked.question,
  choices: asked.kind === 'choice' ? asked.choices : newQuestion.choices,
  at: asked.atSecond === null ? '' : formatDuration(asked.atSecond),
  isAnswered,
});

const clock = /^(\d{1,4}):([0-5]\d)$/;

function secondOf(at: string): number | null {
  const [, minutes = '', seconds = ''] = clock.exec(plainCode(at)) ?? [];
  return minutes === '' ? null : Number(minutes) * 60 + Number(seconds);
}

const textFault = (text: string, longest: number, missing: string): string | null => {
  if (isBlank(text)) return missing;
  return [...text.trim()].length > longest ? `At most ${longest} characters.` : questionFault(text);
};

/** The error of each part; null if it is valid. */
export interface QuestionFaults {
  readonly question: string | null;
  readonly choices: readonly (string | null)[];
  readonly at: string | null;
}

export function faultsOfQuestion({ kind, question, choices, at }: QuestionDraft): QuestionFaults {
  const given = kind === 'choice' ? choices : [];
  const isSame = (choice: string, place: number) =>
    given.findIndex((other) => other.trim() === choice.trim()) < place;
  return {
    question: textFault(question, questionLength, 'Write the question, or remove it.'),
    choices: given.map(
      (choice, place) =>
        textFault(
          choice,
          choiceLength,
          given.length > choicesOfQuestion.least ? 'Write this choice, or remove it.' : 'Write this choice.',
        ) ?? (isSame(choice, place) ? 'You already have this choice.' : null),
    ),
    at: at.trim() === '' || secondOf(at) !== null ? null : 'Minutes and seconds, like 0:42.',
  };
}

export const firstFault = (drafts: readonly QuestionDraft[]): string | null =>
  drafts
    .map(faultsOfQuestion)
    .flatMap(({ question, choices, at }) => [question, ...choices, at])
    .find((fault) => fault !== null) ?? null;

export const fieldsOf = ({ kind, question, choices, at }: QuestionDraft): QuestionFields => ({
  kind,
  question: question.trim(),
  choices: kind === 'choice' ? choices.map((choice) => choice.trim()) : [],
  atSecond: secondOf(at),
});

export const mayAddChoice = ({ choices }: QuestionDraft): boolean => choices.length < choicesOfQuestion.most;
export const mayRemoveChoice = ({ choices }: QuestionDraft): boolean =>
  choices.length > choicesOfQuestion.least;
