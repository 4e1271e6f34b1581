import { describe, expect, it } from 'vitest';
import { maximumPictureBytes } from '#contract/business-rules.ts';
import { pictureFault } from './picture-fault.ts';

const starting = (start: string, length = 100) => {
  const bytes = new Uint8Array(length);
  bytes.set(Array.from(start, (letter) => letter.charCodeAt(0)));
  return new Blob([bytes]);
};

describe('an avatar or a cover', () => {
  const pictures = ['\xff\xd8\xff\xe1', '\x89PNG\r\n\x1a\n', 'RIFF\x10\x20\x00\x0aWEBPVP8 '];

  it.each(pictures)('can be a file that starts with %j, of at most 10 MB', async (start) => {
    expect(await pictureFault(starting(start))).toBeNull();
    expect(await pictureFault(starting(start, maximumPictureBytes))).toBeNull();
    expect(await pictureFault(starting(start, maximumPictureBytes + 1))).toEqual({
      title: 'File too large',
      body: 'Please choose a picture of at most 10MB.',
    });
  });

  it.each([
    ['a photo of an iPhone', '\0\0\0\x18ftypheic'],
    ['an AVIF', '\0\0\0\x1cftypavif'],
    ['a drawing', '<svg xmlns="http://www.w3.org/2000/svg">'],
    ['a document', '%PDF-1.7'],
    ['a GIF', 'GIF89a'],
    ['a WAV', 'RIFF\0\0\0\0WAVEfmt '],
    ['nothing', ''],
  ])('cannot be %s, whatever its name', async (_, start) => {
    expect(await pictureFault(starting(start, start.length))).toEqual({
      title: 'Invalid file type',
      body: 'Please choose a JPEG, PNG or WebP picture.',
    });
  });
});
