import { describe, expect, it } from 'vitest';
import { faultsOf } from '#web/forms/form-state.ts';
import { checkFile, isMaster, uploadChecks } from './upload-checks.ts';
import { blankFields } from './upload-fields.ts';

const song = { name: 'Kerosene.MP3', size: 4_000_000, type: '' };

describe('the file of an upload', () => {
  it('is rejected unless it has an audio type or ends in .mp3', () => {
    expect(checkFile({ ...song, name: 'cover.png', type: 'image/png' })?.title).toBe('Invalid file type');
  });

  it('is rejected over 50MB and accepted at exactly 50MB', () => {
    expect(checkFile({ ...song, size: 50 * 1024 * 1024 + 1 })?.title).toBe('File too large');
    expect(checkFile({ ...song, size: 50 * 1024 * 1024 })).toBeNull();
  });

  it('is accepted by its audio type or its extension', () => {
    expect(checkFile(song)).toBeNull();
    expect(checkFile({ ...song, name: 'kerosene', type: 'audio/mpeg' })).toBeNull();
  });
});

it.each(['.wav', '.aif', '.AIFF', '.aifc', '.flac'])(
  'a file ending in %s becomes an MP3 first, and can be larger',
  (ending) => {
    const master = { ...song, name: `kerosene${ending}`, size: 200 * 1024 * 1024 };
    expect(isMaster(master)).toBe(true);
    expect(checkFile(master)).toBeNull();
    expect(checkFile({ ...master, size: master.size + 1 })?.body).toBe(
      'Please upload a file smaller than 200MB.',
    );
  },
);

describe('the fields of an upload', () => {
  const file = new File([], 'kerosene.mp3');
  const filled = { ...blankFields, file, title: 'Kerosene', genre: 'electronic' } as const;

  it.each([
    [{ ...filled, file: null, title: '' }, 'file'],
    [{ ...filled, title: '   ' }, 'title'],
    [{ ...filled, genre: null }, 'genre'],
  ])('report only the first missing one', (fields, field) => {
    const text = 'Please fill in all required fields and select a file.';
    expect(faultsOf(uploadChecks, fields)).toEqual([{ field, text }]);
  });

  it('are complete without a description', () => {
    expect(faultsOf(uploadChecks, filled)).toEqual([]);
  });
});
