import { hash } from '@node-rs/argon2';
import { expect, test } from 'vitest';
import { dummyHash, hashPassword, needsRehash, verifyPassword } from './passwords.ts';

const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

test('only the exact password matches, including trailing spaces', async () => {
  const made = await hashPassword('kV4%tz!q ');
  expect(await verifyPassword(made, 'kV4%tz!q')).toBe('wrong');
  expect(await verifyPassword(made, 'kV4%tz!q ')).toBe('right');
});

test.each([
  ['with composed letters', 'crème brûlée'.normalize('NFC')],
  ['with decomposed letters', 'crème brûlée'.normalize('NFD')],
  ['with a no-break space', 'crème\u00A0brûlée'],
  ['with a pasted mark', '\u200Ecrème brûlée\u200B'],
])('a password matches %s, in whichever form it was set', async (_what, typed) => {
  expect(await verifyPassword(await hashPassword('crème brûlée'), typed)).toBe('right');
  expect(await verifyPassword(await hashPassword(typed), 'crème brûlée')).toBe('right');
});

test('case, width and accents still matter', async () => {
  const made = await hashPassword('Crème ﬁ９');
  for (const other of ['crème ﬁ９', 'Creme ﬁ９', 'Crème fi９', 'Crème ﬁ9'])
    expect(await verifyPassword(made, other)).toBe('wrong');
});

test('a hash of a password as it was typed still matches, and is replaced', async () => {
  const typed = 'crème\u00A0brûlée'.normalize('NFD');
  const old = await hash(typed, parameters);
  expect(await verifyPassword(old, typed)).toBe('outdated');
  expect(await verifyPassword(old, `${typed} `)).toBe('wrong');
});

test('hashes with other parameters are renewed, current ones are not', async () => {
  const cheap = await hash('kV4%tz!q', { ...parameters, memoryCost: 8192 });
  expect(await verifyPassword(cheap, 'kV4%tz!q')).toBe('outdated');
  expect(needsRehash(cheap)).toBe(true);
});

test('the dummy hash costs as much as a real hash', () => {
  expect(needsRehash(dummyHash)).toBe(false);
});
