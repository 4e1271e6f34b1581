import { describe, expect, it } from 'vitest';
import { blankFields, prefilled } from './upload-fields.ts';

const tags = { title: 'Metal madness', genre: 'metal' } as const;

describe('what a file says of itself', () => {
  it('fills the title and the genre', () => {
    expect(prefilled(blankFields, tags, false)).toMatchObject({ title: 'Metal madness', genre: 'metal' });
  });

  it('leaves the title to who is about to type it, and fills the genre', () => {
    expect(prefilled(blankFields, tags, true)).toMatchObject({ title: '', genre: 'metal' });
  });

  it('replaces what the file before said, but nothing that was typed or chosen', () => {
    const before = { ...blankFields, ...prefilled(blankFields, tags, false) };
    const next = { title: 'Low Ceiling', genre: 'jazz' } as const;
    expect(prefilled(before, next, false)).toMatchObject({ title: 'Low Ceiling', genre: 'jazz' });
    const typed = { ...before, title: 'Kitchen Metal', genre: 'rock' } as const;
    expect(prefilled(typed, next, false)).toMatchObject({ title: 'Kitchen Metal', genre: 'rock' });
  });

  it('empties what the file before said where the next one says nothing', () => {
    const before = { ...blankFields, ...prefilled(blankFields, tags, false) };
    expect(prefilled(before, { title: null, genre: null }, false)).toMatchObject({ title: '', genre: null });
  });
});
