import { describe, expect, it } from 'vitest';
import { hasOtherWords } from './draft-words.ts';
import type { ReviewDraft } from './review-drafts.ts';
import { noAnswers } from './review-prompts.ts';

const draft = (part: Partial<ReviewDraft>): ReviewDraft => ({
  rating: null,
  comment: '',
  prompts: noAnswers,
  notes: [],
  setAside: null,
  ...part,
});

describe('a change counts as writing', () => {
  it.each<[string, Partial<ReviewDraft>, boolean]>([
    ['stars', { rating: 3 }, false],
    ['an empty note', { notes: [{ atSecond: 4, note: '' }] }, false],
    ['a letter of the comment', { comment: 'T' }, true],
    ['a letter of a prompt', { prompts: { ...noAnswers, toChange: 'T' } }, true],
    ['a letter of a note', { notes: [{ atSecond: 4, note: 'T' }] }, true],
  ])('%s: %s', (_, part, isWriting) => {
    expect(hasOtherWords(draft(part), undefined)).toBe(isWriting);
    expect(hasOtherWords(draft(part), draft({}))).toBe(isWriting);
    expect(hasOtherWords(draft(part), draft(part))).toBe(false);
  });
});
