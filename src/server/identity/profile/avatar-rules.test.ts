import { expect, test } from 'vitest';
import { avatarPictures, avatarUrl } from './avatar-rules.ts';

const key = '3f0c8f1e-6a55-4a1e-9e0b-0a2f6b6f7c11';

test('each avatar has its own address', () => {
  expect(avatarUrl(key)).toBe(`/api/avatars/${key}.webp`);
  expect(avatarUrl(null)).toBeNull();
});

test('an avatar is stored as a square of 512 pixels under the avatar prefix', () => {
  expect(avatarPictures).toEqual({ prefix: 'avatars/', side: 512 });
});
