import { describe, expect, it } from 'vitest';
import { checkFields, checkFile } from './upload-checks.ts';

const song = { name: 'Kerosene.MP3', size: 4_000_000, type: '' };

describe('the file of an upload', () => {
  it('is refused when it is neither an audio type nor ends in .mp3', () => {
    expect(checkFile({ ...song, name: 'cover.png', type: 'image/png' })?.title).toBe('Invalid file type');
  });

  it('is refused over 50MB and taken at exactly 50MB', () => {
    expect(checkFile({ ...song, size: 50 * 1024 * 1024 + 1 })?.title).toBe('File too large');
    expect(checkFile({ ...song, size: 50 * 1024 * 1024 })).toBeNull();
  });

  it('is taken for its audio type or for its ending', () => {
    expect(checkFile(song)).toBeNull();
    expect(checkFile({ ...song, name: 'kerosene', type: 'audio/mpeg' })).toBeNull();
  });
});

describe('the fields of an upload', () => {
  const filled = { file: song, title: 'Kerosene', genre: 'electronic' };

  it.each([
    [{ ...filled, file: null, title: '' }, 'file'],
    [{ ...filled, title: '   ' }, 'title'],
    [{ ...filled, genre: null }, 'genre'],
  ])('names the first that is missing', (fields, field) => {
    expect(checkFields(fields)).toMatchObject({ field, title: 'Missing information' });
  });

  it('are complete without a description', () => {
    expect(checkFields(filled)).toBeNull();
  });
});
