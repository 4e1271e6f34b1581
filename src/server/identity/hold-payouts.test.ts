import { createSecretKey } from 'node:crypto';
import { expect, test } from 'vitest';
import { makeStopToken, readStopToken } from './hold-payouts.ts';

const key = createSecretKey(Buffer.alloc(32, 1));
const now = new Date('2026-03-01T12:00:00Z');
const claims = {
  userId: '3f0c8f1e-6a55-4a1e-9e0b-0a2f6b6f7c11',
  payeeId: '7a0c8f1e-6a55-4a1e-9e0b-0a2f6b6f7c12',
  address: 'fingerprint-of-address',
};
const day = 24 * 3600 * 1000;

test('a link names the user whose payouts it stops, for 30 days', () => {
  const token = makeStopToken(key, claims, now);
  expect(readStopToken(key, token, now)).toEqual({ ...claims, madeAt: now });
  expect(readStopToken(key, token, new Date(now.getTime() + 30 * day - 1))).toEqual({
    ...claims,
    madeAt: now,
  });
  expect(readStopToken(key, token, new Date(now.getTime() + 30 * day))).toBeUndefined();
});

test('a link can have no destination', () => {
  const token = makeStopToken(key, { ...claims, payeeId: null, address: null }, now);
  expect(readStopToken(key, token, now)).toEqual({ ...claims, payeeId: null, address: null, madeAt: now });
});

test('a changed link, or one signed with another key, is rejected', () => {
  const token = makeStopToken(key, claims, now);
  expect(readStopToken(createSecretKey(Buffer.alloc(32, 2)), token, now)).toBeUndefined();
  expect(readStopToken(key, `A${token}`, now)).toBeUndefined();
  expect(readStopToken(key, token.slice(0, -1), now)).toBeUndefined();
  expect(readStopToken(key, `${token}.x`, now)).toBeUndefined();
  expect(readStopToken(key, '', now)).toBeUndefined();
  expect(readStopToken(key, makeStopToken(key, { ...claims, userId: '' }, now), now)).toBeUndefined();
});
