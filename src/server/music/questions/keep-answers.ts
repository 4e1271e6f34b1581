import { firstUnanswered, fitsQuestion } from '#contract/music/questions/question-rules.ts';
import type { QuestionAnswers } from '#contract/music/questions/questions.ts';
import type { Transaction } from '../../adapters/database/database.ts';
import { refuse } from '../../foundation/refusals.ts';
import { askedOf, insertAnswer } from './questions-store.ts';

type Asked = Awaited<ReturnType<typeof askedOf.all>>[number];
export interface FitAnswer {
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

/** Stores the answers with their review. */
export async function keepAnswers(
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
