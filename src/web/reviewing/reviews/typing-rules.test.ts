import { describe, expect, test } from 'vitest';
import { countedWith, lettersBrought, nothingTyped, type TextChange } from './typing-rules.ts';

const change = (over: Partial<TextChange>): TextChange => ({
  inputType: 'insertText',
  before: 'A warm ',
  after: 'A warm voice',
  isMoved: false,
  milliseconds: 1000,
  ...over,
});
const counted = (over: Partial<TextChange>) => countedWith(nothingTyped, change(over));

test.each([
  ['', 'voice', 5],
  ['voice', '', 0],
  ['a voice', 'a warm voice', 5],
  ['aa', 'aaa', 1],
  ['the same', 'the same', 0],
  ['color', 'color', 0],
  ['teh end', 'the end', 2],
  ['', '\u{1F3B7}\u{1F3B8}', 2],
])('from %j to %j %i letters are added', (before, after, letters) => {
  expect(lettersBrought(before, after)).toBe(letters);
});

describe('counts as typed', () => {
  test.each([
    'insertText',
    'insertLineBreak',
    'insertCompositionText',
    'insertFromComposition',
    'insertReplacementText',
    'insertFromDictation',
    'insertTranspose',
    '',
  ])('%j', (inputType) => {
    expect(counted({ inputType })).toEqual({ typedLetters: 5, pastedLetters: 0, textMilliseconds: 1000 });
  });
});

describe('counts as pasted', () => {
  test.each(['insertFromPaste', 'insertFromPasteAsQuotation', 'insertFromDrop', 'insertFromYank'])(
    '%s',
    (inputType) => {
      expect(counted({ inputType })).toEqual({ typedLetters: 0, pastedLetters: 5, textMilliseconds: 1000 });
    },
  );
});

test.each<[string, Partial<TextChange>]>([
  ['undone', { inputType: 'historyUndo' }],
  ['redone', { inputType: 'historyRedo' }],
  ['deleted', { inputType: 'deleteContentBackward', before: 'A warm voice', after: 'A warm ' }],
  ['moved within the text', { inputType: 'insertFromPaste', isMoved: true }],
  ['dragged within the text', { inputType: 'insertFromDrop', isMoved: true }],
])('text that is %s takes time, but adds no letters', (_name, over) => {
  expect(counted(over)).toEqual({ typedLetters: 0, pastedLetters: 0, textMilliseconds: 1000 });
});

test('a pause of more than half a minute does not count as typing time', () => {
  expect(counted({ milliseconds: 30_000 }).textMilliseconds).toBe(30_000);
  expect(counted({ milliseconds: 30_001 }).textMilliseconds).toBe(30_000);
  expect(counted({ milliseconds: -1 }).textMilliseconds).toBe(0);
});

test('counts continue from those of the draft, up to the accepted maximum', () => {
  const kept = { typedLetters: 99_998, pastedLetters: 7, textMilliseconds: 86_399_500 };
  expect(countedWith(kept, change({}))).toEqual({
    typedLetters: 100_000,
    pastedLetters: 7,
    textMilliseconds: 86_400_000,
  });
});
