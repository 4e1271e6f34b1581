import type { Genre } from '#contract/business-rules.ts';
import { type QuestionKind, scaleSteps, shownLines } from '#contract/music/questions/question-rules.ts';
import type { QuestionResult, TrackQuestions } from '#contract/music/questions/questions.ts';
import type { Queryable } from '../../adapters/database/database.ts';
import type { Dependencies } from '../../dependencies.ts';
import { refuse } from '../../foundation/refusals.ts';
import { countsOf, linesOf, questionsOfTrack, reviewersOf, trackOfArtist } from './questions-store.ts';
import { listensTo, splitByTaste, summedAnswers } from './taste-rules.ts';

/** The newest reviewers whose answers and stars are split, and the reviews of each that determine their taste. */
const bounds = { people: 300, reviewsOfEach: 100 };
const stars = 5;

/** The questions about the caller's own track, with listeners' answers. @throws Refusal not_found */
export async function readQuestions(
  { database }: Pick<Dependencies, 'database'>,
  userId: string,
  trackId: string,
): Promise<TrackQuestions> {
  const track = await trackOfArtist.one(database, { trackId, userId });
  return track ? resultsOf(database, trackId, track.genre) : refuse('not_found');
}

async function resultsOf(db: Queryable, trackId: string, genre: Genre): Promise<TrackQuestions> {
  const { people, reviewsOfEach } = bounds;
  const [questions, counts, rows] = await Promise.all([
    questionsOfTrack.all(db, { trackId }),
    countsOf.all(db, { trackId }),
    reviewersOf.all(db, { trackId, people: people + 1, reviewsOfEach }),
  ]);
  const reviewers = rows.slice(0, people).map((row) => ({ ...row, listens: listensTo(row) }));
  return {
    genre,
    questions: await Promise.all(questions.map((question) => resultOf(db, question, counts, reviewers))),
    ratings: splitByTaste(
      reviewers.map(({ listens, rating }) => ({ listens, number: rating })),
      stars,
      true,
    ),
    splitNewest: rows.length > people ? people : null,
  };
}

type Question = Awaited<ReturnType<typeof questionsOfTrack.all>>[number];
type Count = Awaited<ReturnType<typeof countsOf.all>>[number];
type Reviewer = Awaited<ReturnType<typeof reviewersOf.all>>[number] & { readonly listens: boolean };

const stepsOf = (kind: QuestionKind, choices: readonly string[]): number =>
  ({ choice: choices.length, scale: scaleSteps, line: 0 })[kind];

async function resultOf(
  db: Queryable,
  { savedAt, ...asked }: Question,
  counts: readonly Count[],
  reviewers: readonly Reviewer[],
): Promise<QuestionResult> {
  const { id, kind, choices } = asked;
  const [steps, isScale] = [stepsOf(kind, choices), kind === 'scale'];
  const people = reviewers.map(({ listens, answers }) => ({
    listens,
    number: answers.find(({ questionId }) => questionId === id)?.number,
  }));
  const given = (number: number | null) =>
    counts.find((count) => count.questionId === id && count.number === number)?.people ?? 0;
  const all = summedAnswers(
    Array.from({ length: steps }, (_, step) => given(step + 1)),
    isScale,
  );
  const lines = kind === 'line' ? await linesOf.all(db, { questionId: id, most: shownLines }) : [];
  return {
    ...asked,
    savedAt: savedAt.toISOString(),
    all: kind === 'line' ? { ...all, people: given(null) } : all,
    byTaste: kind === 'line' ? null : splitByTaste(people, steps, isScale),
    lines,
  };
}
