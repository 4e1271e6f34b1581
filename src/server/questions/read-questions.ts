import type { Genre } from '#contract/business-rules.ts';
import { type QuestionKind, scaleSteps, shownLines } from '#contract/question-rules.ts';
import type { QuestionResult, TrackQuestions } from '#contract/questions.ts';
import type { Queryable } from '../adapters/database/database.ts';
import type { Dependencies } from '../dependencies.ts';
import { refuse } from '../refusals.ts';
import { linesOf, questionsOfTrack, trackOfArtist } from './questions-store.ts';
import { countAnswers, listensTo, splitByTaste } from './taste-rules.ts';
import { reviewersOf } from './taste-store.ts';

/** Whose answers and stars are split, the newest first, and of how many reviews of each their taste is made. */
const bounds = { people: 300, reviewsOfEach: 100 };
const stars = 5;

/** What is asked about the caller's own track, and how listeners answered. Refuses 'not_found'. */
export async function readQuestions(
  { database }: Pick<Dependencies, 'database'>,
  userId: string,
  trackId: string,
): Promise<TrackQuestions> {
  const track = await trackOfArtist.one(database, { trackId, userId });
  return track ? resultsOf(database, trackId, track.genre) : refuse('not_found');
}

async function resultsOf(db: Queryable, trackId: string, genre: Genre): Promise<TrackQuestions> {
  const [questions, rows] = await Promise.all([
    questionsOfTrack.all(db, { trackId }),
    reviewersOf.all(db, { trackId, ...bounds }),
  ]);
  const reviewers = rows.map((row) => ({ ...row, listens: listensTo(row) }));
  return {
    genre,
    questions: await Promise.all(questions.map((question) => resultOf(db, question, reviewers))),
    ratings: splitByTaste(
      reviewers.map(({ listens, rating }) => ({ listens, number: rating })),
      stars,
      true,
    ),
  };
}

type Question = Awaited<ReturnType<typeof questionsOfTrack.all>>[number];
type Reviewer = Awaited<ReturnType<typeof reviewersOf.all>>[number] & { readonly listens: boolean };

const stepsOf = (kind: QuestionKind, choices: readonly string[]): number =>
  ({ choice: choices.length, scale: scaleSteps, line: 0 })[kind];

async function resultOf(
  db: Queryable,
  { savedAt, ...asked }: Question,
  reviewers: readonly Reviewer[],
): Promise<QuestionResult> {
  const { id, kind, choices } = asked;
  const [steps, isScale] = [stepsOf(kind, choices), kind === 'scale'];
  const people = reviewers.map(({ listens, answers }) => ({
    listens,
    number: answers.find(({ questionId }) => questionId === id)?.number,
  }));
  const numbers = people.flatMap(({ number }) => number ?? []);
  const lines = kind === 'line' ? await linesOf.all(db, { questionId: id, most: shownLines }) : [];
  return {
    ...asked,
    savedAt: savedAt.toISOString(),
    all: { ...countAnswers(numbers, steps, isScale), ...(kind === 'line' ? { people: lines.length } : {}) },
    byTaste: kind === 'line' ? null : splitByTaste(people, steps, isScale),
    lines,
  };
}
