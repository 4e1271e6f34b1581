import { describe, expect, test } from 'vitest';
import { howBrought, type Typing, typingHabit } from './typing-rules.ts';

const typing = (over: Partial<Typing>): Typing => ({
  sentLetters: 300,
  typedLetters: 300,
  pastedLetters: 0,
  textMilliseconds: 90_000,
  ...over,
});
const pasted = typing({ typedLetters: 0, pastedLetters: 300, textMilliseconds: 5000 });
const written = typing({});

describe('a text counts as pasted or filled in at once', () => {
  test.each<[string, Partial<Typing>, string | undefined]>([
    ['all of it pasted', { typedLetters: 0, pastedLetters: 300 }, 'pasted'],
    ['four fifths pasted', { typedLetters: 60, pastedLetters: 240 }, 'pasted'],
    ['one letter less pasted', { typedLetters: 61, pastedLetters: 239 }, undefined],
    ['pasted, and nearly half of it typed again', { typedLetters: 149, pastedLetters: 300 }, 'pasted'],
    ['pasted, and half of it typed again', { typedLetters: 150, pastedLetters: 300 }, undefined],
    ['typed at fifty letters a second', { textMilliseconds: 6000 }, undefined],
    ['faster than that', { textMilliseconds: 5999 }, 'at_once'],
    ['four fifths filled in at once', { typedLetters: 240, textMilliseconds: 100 }, 'at_once'],
    ['one letter less, the rest unknown', { typedLetters: 239, textMilliseconds: 100 }, undefined],
  ])('%s', (_name, over, brought) => {
    expect(howBrought(typing(over))).toBe(brought);
  });

  test.each<[string, Partial<Typing>]>([
    ['dictated in a minute, in whole sentences', { textMilliseconds: 24_000 }],
    ['by an input method that composes characters', { typedLetters: 900, textMilliseconds: 60_000 }],
    ['continued from a draft on another device', { typedLetters: 4, textMilliseconds: 900 }],
    ['by a program that sends the form no events', { typedLetters: 0, textMilliseconds: 0 }],
    ['typed, with a long quotation', { typedLetters: 160, pastedLetters: 140 }],
    ['typed twice', { typedLetters: 100_000, textMilliseconds: 86_400_000 }],
  ])('does not count: %s', (_name, over) => {
    expect(howBrought(typing(over))).toBeUndefined();
  });
});

describe('a habit', () => {
  test.each<[string, (Typing | null)[], number, boolean]>([
    ['nothing was counted', [null], 1, true],
    ['two in a row', [pasted, pasted], 2, false],
    ['three of five', [pasted, written, pasted, written, pasted], 3, false],
    ['four in a row', [pasted, pasted, pasted, pasted], 4, true],
    ['four of five', [pasted, pasted, written, pasted, pasted], 4, true],
    ['three of five, and one before them', [pasted, written, pasted, pasted, written, pasted], 3, false],
    ['this one typed here, after four that were not', [written, pasted, pasted, pasted, pasted], 4, false],
    ['this one not counted, after four that were pasted', [null, pasted, pasted, pasted, pasted], 5, true],
  ])('%s', (_name, typings, broughtInAll, isHabit) => {
    expect(typingHabit(typings)).toMatchObject({ broughtInAll, isHabit });
  });
});
