import { hash } from '@node-rs/argon2';
import { expect, test } from 'vitest';
import { dummyHash, hashPassword, needsRehash, verifyPassword } from './password-hash.ts';

test('a wrong password is refused and the right one is taken, to the last blank', async () => {
  const made = await hashPassword('kV4%tz!q ');
  expect(await verifyPassword(made, 'kV4%tz!q')).toBe(false);
  expect(await verifyPassword(made, 'kV4%tz!q ')).toBe(true);
});

test('hashes of other parameters are renewed, those of today are not', async () => {
  expect(needsRehash(await hash('kV4%tz!q', { memoryCost: 8192, timeCost: 2, parallelism: 1 }))).toBe(true);
  expect(needsRehash(await hashPassword('kV4%tz!q'))).toBe(false);
});

test('the dummy hash costs as much as a real one', () => {
  expect(needsRehash(dummyHash)).toBe(false);
});
