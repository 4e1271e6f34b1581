import type { TypingCounts } from '#contract/reviewing/reviews/typing-counts.ts';
import type { Random } from './trust-texts.ts';

/** Letters are mended while one writes; a keyboard that proposes words needs fewer presses, not fewer letters. */
export function typed(text: string, random: Random, seconds: number): TypingCounts {
  const letters = [...text].length;
  return {
    typedLetters: Math.round(letters * (1 + random() * 0.4)),
    pastedLetters: 0,
    textMilliseconds: Math.round(seconds * 1000),
  };
}

/** Brought from elsewhere, with a word changed here and there. */
export function pasted(text: string, random: Random): TypingCounts {
  const letters = [...text].length;
  const changed = Math.round(random() * 0.1 * letters);
  return {
    typedLetters: changed,
    pastedLetters: letters - changed,
    textMilliseconds: Math.round(1000 + random() * 8000),
  };
}
