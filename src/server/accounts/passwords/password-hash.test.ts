import { hash } from '@node-rs/argon2';
import { expect, test } from 'vitest';
import { dummyHash, hashPassword, needsRehash, verifyPassword } from './password-hash.ts';

test('only the exact password matches, including trailing spaces', async () => {
  const made = await hashPassword('kV4%tz!q ');
  expect(await verifyPassword(made, 'kV4%tz!q')).toBe(false);
  expect(await verifyPassword(made, 'kV4%tz!q ')).toBe(true);
});

test('hashes with other parameters are renewed, current ones are not', async () => {
  expect(needsRehash(await hash('kV4%tz!q', { memoryCost: 8192, timeCost: 2, parallelism: 1 }))).toBe(true);
  expect(needsRehash(await hashPassword('kV4%tz!q'))).toBe(false);
});

test('the dummy hash costs as much as a real hash', () => {
  expect(needsRehash(dummyHash)).toBe(false);
});
