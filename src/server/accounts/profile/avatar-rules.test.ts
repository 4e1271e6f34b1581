import { expect, test } from 'vitest';
import { avatarObject, avatarUrl, keyOfAvatarObject, orphanedAvatarBefore } from './avatar-rules.ts';

const key = '3f0c8f1e-6a55-4a1e-9e0b-0a2f6b6f7c11';

test('an avatar has an address of its own, and its object leads back to its key', () => {
  expect(avatarUrl(key)).toBe(`/api/avatars/${key}.webp`);
  expect(avatarUrl(null)).toBeNull();
  expect(avatarObject(key)).toBe(`avatars/3f/${key}.webp`);
  expect(keyOfAvatarObject(avatarObject(key))).toBe(key);
});

test('a picture that no profile names is deleted after an hour', () => {
  expect(orphanedAvatarBefore(new Date('2026-03-01T12:00:00Z'))).toEqual(new Date('2026-03-01T11:00:00Z'));
});
