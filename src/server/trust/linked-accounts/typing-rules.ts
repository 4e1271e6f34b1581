/** How the text of a review was entered, as counted by its form. */
export interface Typing {
  readonly sentLetters: number;
  /** Typed, dictated, autocorrected or otherwise entered, but not pasted. */
  readonly typedLetters: number;
  readonly pastedLetters: number;
  readonly textMilliseconds: number;
}

/** How a text that was not written in the form got there. A client without a form sends no counts. */
export type Brought = 'pasted' | 'at_once' | 'not_counted';

/**
 * Counts that explain less of the text are ignored: it may come from a draft on another device, an assistive program or an
 * older form.
 */
const fewestExplained = 0.8;
const mostPasted = 0.8;
/** A pasted text counts as written here if this much of it was typed again. */
const typedAnew = 0.5;
/** Fifty letters a second: several times faster than anyone types, dictates or swipes. */
const fewestMillisecondsALetter = 20;

/** How a text was brought in from elsewhere, judged by its counts. Undefined if it was written here or the counts do not say. */
export function howBrought(typing: Typing): Brought | undefined {
  const { sentLetters, typedLetters, pastedLetters, textMilliseconds } = typing;
  if (pastedLetters >= mostPasted * sentLetters && typedLetters < typedAnew * sentLetters) return 'pasted';
  const isTyped = typedLetters >= fewestExplained * sentLetters;
  return isTyped && textMilliseconds < fewestMillisecondsALetter * sentLetters ? 'at_once' : undefined;
}

/**
 * How many recent reviews to look at, including this one. A listener who sometimes writes elsewhere has two or three pasted
 * ones.
 */
export const comparedTypings = 5;
export const fewestBrought = 4;

export interface TypingHabit {
  /** How this text got in. Undefined if it was written here or nothing was counted. */
  readonly brought: Brought | undefined;
  /** Among the recent reviews, including this one. */
  readonly broughtInAll: number;
  readonly isHabit: boolean;
}

/**
 * A text without counts is a habit at once: our form counts each.
 * @param typings of the listener's recent reviews, newest first; null for this one if nothing was counted
 */
export function typingHabit([own, ...earlier]: readonly (Typing | null)[]): TypingHabit {
  const brought = own ? howBrought(own) : 'not_counted';
  const before = earlier
    .slice(0, comparedTypings - 1)
    .filter((typing) => typing && howBrought(typing)).length;
  const broughtInAll = before + (brought === undefined ? 0 : 1);
  return { brought, broughtInAll, isHabit: !own || (brought !== undefined && broughtInAll >= fewestBrought) };
}
