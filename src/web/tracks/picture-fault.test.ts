import { expect, test } from 'vitest';
import { maximumPictureBytes } from '#contract/business-rules.ts';
import { pictureFault } from './picture-fault.ts';

test('a cover is a JPEG, PNG or WebP of at most 10 MB', () => {
  for (const type of ['image/gif', 'image/svg+xml', 'audio/mpeg', ''])
    expect(pictureFault({ type, size: 1 })).toBe('Please choose a JPEG, PNG or WebP picture.');
  expect(pictureFault({ type: 'image/png', size: maximumPictureBytes + 1 })).toBe(
    'Please choose a picture of at most 10MB.',
  );
  for (const type of ['image/jpeg', 'image/png', 'image/webp'])
    expect(pictureFault({ type, size: maximumPictureBytes })).toBeNull();
});
