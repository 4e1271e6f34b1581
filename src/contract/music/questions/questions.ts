import { z } from 'zod';
import { genreKeys } from '../../business-rules.ts';
import { call } from '../../call.ts';
import { Id, Timestamp } from '../../primitives.ts';
import { shownLine } from '../../shown-text.ts';
import { Takedown } from '../../takedown.ts';
import {
  answerLineLength,
  choiceLength,
  choicesOfQuestion,
  questionFault,
  questionKinds,
  questionLength,
  questionsOfTrack,
  scaleSteps,
  shownLines,
} from './question-rules.ts';

const asked = (longest: number) =>
  shownLine(longest)
    .trim()
    .min(1)
    .superRefine((text, context) => {
      const fault = questionFault(text);
      if (fault !== null) context.addIssue(fault);
    });

/** An artist's question. Only kind 'choice' has choices, all different. */
export const QuestionFields = z
  .strictObject({
    kind: z.enum(questionKinds),
    question: asked(questionLength),
    choices: z.array(asked(choiceLength)).max(choicesOfQuestion.most),
    /** Whole seconds into the track; null if it is about the whole track. */
    atSecond: z.int().min(0).max(86_400).nullable(),
  })
  .refine(
    ({ kind, choices }) =>
      kind === 'choice' ? choices.length >= choicesOfQuestion.least : choices.length === 0,
    'has another number of choices than its kind',
  )
  .refine(({ choices }) => new Set(choices).size === choices.length, 'has two choices alike');
export type QuestionFields = z.infer<typeof QuestionFields>;
export const NewQuestions = z.array(QuestionFields).max(questionsOfTrack);

/** A question as its listener sees it. */
export const AskedQuestion = z.strictObject({
  id: Id,
  kind: z.enum(questionKinds),
  question: z.string(),
  choices: z.array(z.string()),
  atSecond: z.int().nullable(),
});
export type AskedQuestion = z.infer<typeof AskedQuestion>;

const answerTo = (line: z.ZodType<string>) =>
  z.strictObject({
    questionId: Id,
    /** The number of the choice or scale step, from 1; or the line of text. */
    answer: z.union([z.int().min(1).max(scaleSteps), line]),
  });
export const QuestionAnswers = z
  .array(answerTo(shownLine(answerLineLength).trim().min(1)))
  .max(questionsOfTrack)
  .refine(
    (answers) => new Set(answers.map(({ questionId }) => questionId)).size === answers.length,
    'answers a question twice',
  );
export type QuestionAnswers = z.infer<typeof QuestionAnswers>;
/** Answers in a draft, with lines as typed. */
export const DraftAnswers = z.array(answerTo(shownLine(answerLineLength))).max(questionsOfTrack);

const count = z.int().nonnegative();

/** How a group answered: a count for each choice or step, and the mean of a scale. */
const Answered = z.strictObject({
  people: count,
  counts: z.array(count),
  mean: z.number().nullable(),
});
export type Answered = z.infer<typeof Answered>;

/** Listeners of the track's genre beside everyone else. Null if either group has fewer than three. */
const ByTaste = z.strictObject({ listeners: Answered, others: Answered }).nullable();
export type ByTaste = z.infer<typeof ByTaste>;

export const QuestionResult = AskedQuestion.extend({
  savedAt: Timestamp,
  /** It has answers, even if none is shown, so it can no longer be changed or deleted. */
  isAnswered: z.boolean(),
  /** Set if it was taken down: listeners no longer get it, but it stays in the list. */
  takedown: Takedown.nullable(),
  all: Answered,
  byTaste: ByTaste,
  /** The newest written answers. */
  lines: z.array(z.strictObject({ line: z.string(), listenerName: z.string() })).max(shownLines),
});
export type QuestionResult = z.infer<typeof QuestionResult>;

export const TrackQuestions = z.strictObject({
  genre: z.enum(genreKeys),
  questions: z.array(QuestionResult).max(questionsOfTrack),
  /** The star ratings, split the same way. */
  ratings: ByTaste,
  /** The splits cover only this many of the newest reviews; null if they cover all. */
  splitNewest: count.nullable(),
});
export type TrackQuestions = z.infer<typeof TrackQuestions>;

export const readQuestions = call({
  method: 'GET',
  path: '/api/tracks/{trackId}/questions',
  summary:
    "The questions about one of the caller's tracks, how listeners answered, and its stars by listener taste.",
  spec: [],
  who: 'owner',
  params: z.strictObject({ trackId: Id }),
  answer: TrackQuestions,
  status: 200,
  refusals: ['not_found'],
});

export const saveQuestions = call({
  method: 'PUT',
  path: '/api/tracks/{trackId}/questions',
  summary:
    "Replaces the questions about one of the caller's tracks. A question sent with its ID and unchanged stays; listeners served the track from now on get the others. An answered question can be neither changed nor removed.",
  spec: [],
  who: 'owner',
  params: z.strictObject({ trackId: Id }),
  body: z.strictObject({
    questions: z
      .array(z.strictObject({ id: Id.nullable(), fields: QuestionFields }))
      .max(questionsOfTrack)
      .refine((questions) => {
        const ids = questions.flatMap(({ id }) => id ?? []);
        return new Set(ids).size === ids.length;
      }, 'names a question twice'),
    /** The IDs of the questions that the change is based on. If there are others by now, it is refused. */
    seen: z.array(Id).max(questionsOfTrack).optional(),
  }),
  answer: TrackQuestions,
  status: 200,
  refusals: ['not_found', 'track_deleted', 'track_taken_down', 'questions_changed', 'question_answered'],
});
