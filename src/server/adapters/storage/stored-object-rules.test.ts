import { expect, test } from 'vitest';
import { keyOfPictureObject, orphanedPictureBefore, pictureObject } from './stored-object-rules.ts';

const key = '3f0c8f1e-6a55-4a1e-9e0b-0a2f6b6f7c11';

test('the key of a picture can be derived from its object', () => {
  const object = pictureObject({ prefix: 'avatars/', side: 512 }, key);
  expect(object).toBe(`avatars/3f/${key}.webp`);
  expect(keyOfPictureObject(object)).toBe(key);
});

test('a picture without a row is deleted after an hour', () => {
  expect(orphanedPictureBefore(new Date('2026-03-01T12:00:00Z'))).toEqual(new Date('2026-03-01T11:00:00Z'));
});
