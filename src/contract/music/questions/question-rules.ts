/** One of a few choices, a step on a scale of five, or one line of text. */
export const questionKinds = ['choice', 'scale', 'line'] as const;
export type QuestionKind = (typeof questionKinds)[number];

export const questionsOfTrack = 3;
export const choicesOfQuestion = { least: 2, most: 4 } as const;
export const scaleSteps = 5;
export const questionLength = 140;
export const choiceLength = 60;
export const answerLineLength = 140;
/** Fewest people on each side of a split, so that it reveals nothing about one person. */
export const leastPeopleOfTaste = 3;
/** How many of the newest written answers are shown. */
export const shownLines = 50;

const links =
  /https?:|\bhxxps?\b|:\/\/|\bwww[^\p{L}\p{N}\s]|[\p{L}\p{N}][\p{L}\p{N}-]*\.\p{L}{2,}|[([{]\s?(?:\.|dot)\s?[)\]}]|(?:\bdot|[·•․‧∙⋅・。])\s?(?:com|net|org|io|me)\b/iu;
/** Phone numbers, accounts and wallets: many digits, or letters and digits in one long word. */
const addresses = /(?:\d[\s()./+-]*){7,}|(?=\p{L}*\d)[\p{L}\d]{16,}|\(at\)/iu;
/** Accounts elsewhere, and asking to be contacted there. */
const contacts =
  /\p{L}{2,}#\d{3,}|\b(?:dm|pm|contact|follow)\s(?:me|us)\b|\b(?:add|find|reach|message|text|write)\s(?:me|us)\s(?:on|at|via)\b|\b(?:insta(?:gram)?|ig|discord|telegram|whatsapp|snapchat|tiktok|twitter|facebook|skype|paypal|venmo|cashapp)(?:\s?[:=]\s?[\p{L}\p{N}]|\s[\p{L}\p{N}.]*[_\d]|\s(?:at|is)\s(?!(?:the|an?|my|its)\b)\p{L})/iu;
const sums =
  /\p{Sc}\s*\d|\d\s*(?:\p{Sc}|(?:usd|eur|gbp|jpy|btc|eth|usdt|dollars?|euros?|pounds?|bucks|cents)\b)|\b(?:usd|eur|gbp|btc|eth|usdt)\s*\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|twenty|fifty|hundred|thousand|few|some)\s(?:usd|eur|gbp|dollars?|euros?|pounds?|bucks)\b/iu;
/** Pressure for a rating. */
const ratings =
  /\b(?:give|leave|rate|press|click|want|need|pay|for)\b[^.?!]{0,20}(?:\b(?:[1-5]|one|two|three|four|five)[\s-]*stars?\b|[★⭐])|\bor\selse\W*$/iu;

/** Why a question or choice is not allowed, for example contact details or offers of money; null if it is fine. */
export function questionFault(text: string): string | null {
  const plain = text.normalize('NFKC');
  if (plain.includes('@')) return 'Leave out the @. Questions can’t name or contact anyone.';
  if (links.test(plain)) return 'Leave out links. After a full stop comes a space.';
  if (addresses.test(plain)) return 'Leave out addresses and long numbers.';
  if (contacts.test(plain)) return 'Leave out contacts. Questions can’t name or contact anyone.';
  if (sums.test(plain)) return 'Leave out sums of money.';
  if (ratings.test(plain)) return 'Leave out star ratings. Listeners rate a track as they like.';
  return null;
}

/** Whether the review needs an answer to it. A line of text is optional. */
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

/** Whether an answer fits the kind of its question. */
export function fitsQuestion(
  answer: string | number,
  { kind, choices }: { readonly kind: QuestionKind; readonly choices: readonly string[] },
): boolean {
  if (kind === 'line') return typeof answer === 'string';
  return typeof answer === 'number' && answer <= (kind === 'choice' ? choices.length : scaleSteps);
}
