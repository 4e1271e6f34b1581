import type { z } from 'zod';
import { firstUnanswered, fitsQuestion } from '#contract/music/questions/question-rules.ts';
import type {
  QuestionAnswers,
  QuestionFields,
  saveQuestions as saveQuestionsCall,
  TrackQuestions,
} from '#contract/music/questions/questions.ts';
import type { Transaction } from '../../adapters/database/database.ts';
import type { Dependencies } from '../../dependencies.ts';
import { refuse } from '../../foundation/refusals.ts';
import { refuseGone } from './own-tracks.ts';
import {
  answeredOf,
  askedOf,
  deleteQuestions,
  insertAnswer,
  insertQuestion,
  lockArtistOf,
  lockQuestions,
  placeQuestion,
} from './questions-store.ts';
import { readQuestions } from './read-questions.ts';

type Change = z.output<typeof saveQuestionsCall.body>;
type Wanted = Change['questions'];

/**
 * Replaces the questions about one of the artist's own tracks. Unchanged ones stay; others are new and apply to
 * listeners served from now on.
 * @throws Refusal not_found, track_deleted, track_taken_down; questions_changed if the artist has seen others;
 * question_answered if a question that is answered or taken down would change or disappear
 */
export async function saveQuestions(
  deps: Pick<Dependencies, 'database' | 'clock'>,
  userId: string,
  trackId: string,
  change: Change,
): Promise<TrackQuestions> {
  const now = deps.clock.now();
  await deps.database.transaction(async (tx) => {
    const track = await lockArtistOf.one(tx, { trackId, userId });
    if (!track) return refuse('not_found');
    if (track.status !== 'active') return refuseGone(track.status);
    await replace(tx, trackId, change, now);
  });
  return readQuestions(deps, userId, trackId);
}

/** Adds the questions of a track that no one was served yet. */
export async function askFromTheStart(
  tx: Transaction,
  trackId: string,
  questions: readonly QuestionFields[],
  now: Date,
): Promise<void> {
  for (const [place, fields] of questions.entries())
    await insertQuestion.run(tx, { trackId, place, fields, now });
}

async function replace(
  tx: Transaction,
  trackId: string,
  { questions: wanted, seen }: Change,
  now: Date,
): Promise<void> {
  const known = await lockQuestions.all(tx, { trackId });
  if (seen && known.map(({ id }) => id).join() !== seen.join()) {
    // Repeated after a lost response.
    if (areSame(known, wanted)) return;
    refuse('questions_changed');
  }
  const same = (question: Wanted[number]) =>
    known.find(({ id, ...fields }) => id === question.id && isSame(fields, question.fields));
  const kept = new Set(wanted.flatMap((question) => same(question)?.id ?? []));
  const gone = known.filter(({ id }) => !kept.has(id)).map(({ id }) => id);
  if ((await answeredOf.all(tx, { ids: gone })).length > 0) refuse('question_answered');
  await deleteQuestions.run(tx, { ids: gone });
  for (const [place, question] of wanted.entries()) {
    const id = same(question)?.id;
    if (id === undefined) await insertQuestion.run(tx, { trackId, place, fields: question.fields, now });
    else await placeQuestion.run(tx, { id, place });
  }
}

const areSame = (known: readonly QuestionFields[], wanted: Wanted): boolean =>
  known.length === wanted.length &&
  wanted.every(({ fields }, place) => {
    const there = known[place];
    return there !== undefined && isSame(there, fields);
  });

const isSame = (one: QuestionFields, other: QuestionFields): boolean =>
  one.kind === other.kind &&
  one.question === other.question &&
  one.atSecond === other.atSecond &&
  one.choices.join('\n') === other.choices.join('\n');

type Asked = Awaited<ReturnType<typeof askedOf.all>>[number];
interface FitAnswer {
  readonly question: Asked;
  readonly answer: string | number;
}

/**
 * Checks the answers to the questions that the listener got with the track. Answers to questions deleted since are
 * dropped, so that no review is lost.
 * @throws Refusal question_unanswered, answer_unfit
 */
export async function answersToAsked(
  tx: Transaction,
  leaseId: string,
  answers: QuestionAnswers,
): Promise<FitAnswer[]> {
  const asked = await askedOf.all(tx, { leaseId });
  const missing = firstUnanswered(asked, answers);
  if (missing) refuse('question_unanswered', { questionId: missing.id });
  return answers.flatMap(({ questionId, answer }) => {
    const question = asked.find(({ id }) => id === questionId);
    if (!question) return [];
    return fitsQuestion(answer, question) ? { question, answer } : refuse('answer_unfit', { questionId });
  });
}

export async function storeAnswers(
  tx: Transaction,
  reviewId: string,
  answers: readonly FitAnswer[],
): Promise<void> {
  await Promise.all(
    answers.map(({ question, answer }) => {
      const [number, line] = typeof answer === 'number' ? [answer, null] : [null, answer];
      return insertAnswer.run(tx, { questionId: question.id, kind: question.kind, reviewId, number, line });
    }),
  );
}
