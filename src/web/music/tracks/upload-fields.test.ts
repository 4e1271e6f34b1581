import { describe, expect, it } from 'vitest';
import { blankFields, fieldsOfVersion, prefilled } from './upload-fields.ts';

const tags = { title: 'Metal madness', genre: 'metal' } as const;

describe('the tags of a chosen file', () => {
  it('fill the title and the genre', () => {
    expect(prefilled(blankFields, tags, false)).toMatchObject({ title: 'Metal madness', genre: 'metal' });
  });

  it('do not fill the title while it has the focus, but the genre', () => {
    expect(prefilled(blankFields, tags, true)).toMatchObject({ title: '', genre: 'metal' });
  });

  it('replace those of the previous file, but nothing that was typed or chosen', () => {
    const before = { ...blankFields, ...prefilled(blankFields, tags, false) };
    const next = { title: 'Low Ceiling', genre: 'jazz' } as const;
    expect(prefilled(before, next, false)).toMatchObject({ title: 'Low Ceiling', genre: 'jazz' });
    const typed = { ...before, title: 'Kitchen Metal', genre: 'rock' } as const;
    expect(prefilled(typed, next, false)).toMatchObject({ title: 'Kitchen Metal', genre: 'rock' });
  });

  it('replace nothing of a new version, also if the tags of a first file were the same', () => {
    const version = fieldsOfVersion({ formerTitle: 'Metal madness', genre: 'metal' });
    const before = { ...version, ...prefilled(version, tags, false) };
    const next = { title: 'Low Ceiling', genre: 'jazz' } as const;
    expect(prefilled(before, next, false)).toMatchObject({ title: 'Metal madness', genre: 'metal' });
  });

  it('clear those of the previous file if they are empty', () => {
    const before = { ...blankFields, ...prefilled(blankFields, tags, false) };
    expect(prefilled(before, { title: null, genre: null }, false)).toMatchObject({ title: '', genre: null });
  });
});
