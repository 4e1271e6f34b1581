/** One of a few choices, a step of a scale of five, or one line. */
export const questionKinds = ['choice', 'scale', 'line'] as const;
export type QuestionKind = (typeof questionKinds)[number];

export const questionsOfTrack = 3;
export const choicesOfQuestion = { least: 2, most: 4 } as const;
export const scaleSteps = 5;
export const questionLength = 140;
export const choiceLength = 60;
export const answerLineLength = 140;
/** Of each side of a split, so that it tells nothing of one person. */
export const leastPeopleOfTaste = 3;
/** The newest answers in words that are shown. */
export const shownLines = 50;

const links = /https?:|www\.|[\p{L}\p{N}][\p{L}\p{N}-]*\.\p{L}{2,}|\bdot\s?(?:com|net|org|io|me)\b/iu;
/** Phone numbers, accounts and wallets: many digits, or letters and digits in one long word. */
const addresses = /(?:\d[\s()./+-]*){7,}|(?=\p{L}*\d)[\p{L}\d]{16,}|\(at\)/iu;
const sums =
  /\p{Sc}\s*\d|\d\s*(?:\p{Sc}|(?:usd|eur|gbp|jpy|btc|eth|usdt|dollars?|euros?|pounds?|bucks|cents)\b)|\b(?:usd|eur|gbp|btc|eth|usdt)\s*\d/iu;

/** What a question or a choice may not hold, since listeners are paid here and nowhere else; null when it is fine. */
export function questionFault(text: string): string | null {
  const plain = text.normalize('NFKC');
  if (plain.includes('@')) return 'Leave out the @. Questions can’t name or contact anyone.';
  if (links.test(plain)) return 'Leave out links. After a full stop comes a space.';
  if (addresses.test(plain)) return 'Leave out addresses and long numbers.';
  if (sums.test(plain)) return 'Leave out sums of money.';
  return null;
}

/** Whether an answer is needed before the review can be sent; a line may be left out. */
export const isNeeded = (kind: QuestionKind): boolean => kind !== 'line';

interface Asked {
  readonly id: string;
  readonly kind: QuestionKind;
}
interface Given {
  readonly questionId: string;
}

/** The first question that still needs an answer. */
export const firstUnanswered = <Question extends Asked>(
  questions: readonly Question[],
  answers: readonly Given[],
): Question | undefined =>
  questions.find(({ id, kind }) => isNeeded(kind) && !answers.some(({ questionId }) => questionId === id));

/** Whether an answer has the form of its question. */
export function fitsQuestion(
  answer: string | number,
  { kind, choices }: { readonly kind: QuestionKind; readonly choices: readonly string[] },
): boolean {
  if (kind === 'line') return typeof answer === 'string';
  return typeof answer === 'number' && answer <= (kind === 'choice' ? choices.length : scaleSteps);
}
