import { passwordLength } from '#contract/business-rules.ts';
import { product } from '#contract/product.ts';
import { localPartOf } from './emails/email-rules.ts';

/** Words that anyone attacking this product would try first. */
const productWords = [product.wordmark, 'listener', 'artist', 'music', 'review'];
/** Characters that a password needs besides a guessable word in it. */
const leastOwnCharacters = 6;
const leastDistinctCharacters = 4;

/**
 * Why a password is not allowed, as sentences for the user; empty if it is. Length is in code points, the password is
 * taken in the form that is hashed, and there are no composition rules (OWASP ASVS 6.2, NIST SP 800-63B).
 */
export function passwordWeaknesses(
  password: string,
  email: string,
  common: ReadonlySet<string>,
): readonly string[] {
  const length = [...password].length;
  if (length > passwordLength.most) return [`Use at most ${passwordLength.most} characters.`];
  const reasons: string[] = [];
  if (length < passwordLength.least) reasons.push(`Use at least ${passwordLength.least} characters.`);
  const lower = password.toLowerCase();
  if (isCommon(lower, common)) reasons.push('This password is too common.');
  if (new Set(lower).size < leastDistinctCharacters || isRun(lower)) {
    reasons.push('Avoid repeated characters and simple sequences.');
  }
  if (productWords.some((word) => isBuiltAround(lower, word))) {
    reasons.push(`Don’t base your password on the name ${product.name} or a word like “music”.`);
  }
  const localPart = localPartOf(email).toLowerCase();
  if (localPart.length >= 4 && isBuiltAround(lower, localPart)) {
    reasons.push('Don’t base your password on your email address.');
  }
  return reasons;
}

/** Also matches a common password followed by up to five digits or signs, such as Monkey2024! */
const isCommon = (lower: string, common: ReadonlySet<string>): boolean =>
  common.has(lower) || (/\p{L}/u.test(lower) && common.has(lower.replace(/[\d\W_]{1,5}$/u, '')));

const isBuiltAround = (lower: string, word: string): boolean =>
  lower.includes(word) && [...lower.replaceAll(word, '')].length < leastOwnCharacters;

/** Each character is one above, or each one below, the previous: abcdefgh, 98765432. */
function isRun(lower: string): boolean {
  const steps = [...lower]
    .map((letter) => letter.codePointAt(0) ?? 0)
    .map((code, i, codes) => code - (codes[i - 1] ?? 0));
  const distinct = new Set(steps.slice(1));
  return distinct.size === 1 && (distinct.has(1) || distinct.has(-1));
}
