import { seenIn } from './unseen.ts';

const easternDigits = /[\u0660-\u0669\u06f0-\u06f9]/g;

/**
 * A code or number as it was meant. Text pasted from an app or a PDF contains invisible marks and unusual spaces, and
 * keyboards type full-width letters, long dashes and the digits of their own script.
 */
export const plainCode = (typed: string): string =>
  seenIn(typed.normalize('NFKC'))
    .replace(easternDigits, (digit) => String(digit.charCodeAt(0) % 16))
    .replaceAll(/\p{Dash}/gu, '-');

/** An account number in capitals, without the signs that group it. */
export const plainAccount = (typed: string): string =>
  plainCode(typed)
    .toUpperCase()
    .replaceAll(/[-./:]/g, '');
