/** How the text of a review came about in its form, as the form counted it. */
export interface Typing {
  readonly sentLetters: number;
  /** Typed, dictated, corrected, or put in by whatever is no paste. */
  readonly typedLetters: number;
  readonly pastedLetters: number;
  readonly textMilliseconds: number;
}

/** How a text came into the form that was not written there. */
export type Brought = 'pasted' | 'at_once';

/** Counts that explain less of a text weigh nothing: a draft of another device, an assistive program, a form of before. */
const fewestExplained = 0.8;
const mostPasted = 0.8;
/** Whoever types so much of a pasted text anew has worked on it here. */
const typedAnew = 0.5;
/** Fifty letters a second: several times what anybody types, dictates or swipes. */
const fewestMillisecondsALetter = 20;

/** Whether a text was written elsewhere, as far as its counts tell; undefined where it was written here, or nobody knows. */
export function howBrought(typing: Typing): Brought | undefined {
  const { sentLetters, typedLetters, pastedLetters, textMilliseconds } = typing;
  if (pastedLetters >= mostPasted * sentLetters && typedLetters < typedAnew * sentLetters) return 'pasted';
  const isTyped = typedLetters >= fewestExplained * sentLetters;
  return isTyped && textMilliseconds < fewestMillisecondsALetter * sentLetters ? 'at_once' : undefined;
}

/** Reviews that are looked at together, this one among them: who writes elsewhere now and then brings two or three of them. */
export const comparedTypings = 5;
export const fewestBrought = 4;

export interface TypingHabit {
  /** How this text came in; undefined where it was written here, or nothing was counted. */
  readonly brought: Brought | undefined;
  /** Of the last ones, this one among them. */
  readonly broughtInAll: number;
  readonly isHabit: boolean;
}

/** @param typings of the listener's last reviews, this one first; null for this one where nothing was counted */
export function typingHabit([own, ...earlier]: readonly (Typing | null)[]): TypingHabit {
  const brought = own ? howBrought(own) : undefined;
  const counted = [own, ...earlier].slice(0, comparedTypings);
  const broughtInAll = counted.filter((typing) => typing && howBrought(typing)).length;
  return { brought, broughtInAll, isHabit: brought !== undefined && broughtInAll >= fewestBrought };
}
