import { randomBytes, randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { deriveServerKeys } from '../foundation/server-keys.ts';
import {
  decryptSessionKey,
  encryptSessionKey,
  isAuthentic,
  makeRefreshToken,
  newSessionKey,
  readRefreshToken,
} from './refresh-token.ts';

const key = randomBytes(32);
const claim = { sessionId: randomUUID(), counter: 4_000_000_000 };
const token = makeRefreshToken(claim, key);

const passes = (candidate: string): boolean => {
  const read = readRefreshToken(candidate);
  return read !== undefined && isAuthentic(read, key);
};

test('every token with one changed bit is rejected', () => {
  const bytes = Buffer.from(token, 'base64url');
  const passed = Array.from({ length: bytes.length * 8 }, (_, bit) => {
    const changed = Buffer.from(bytes);
    changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7));
    return passes(changed.toString('base64url'));
  });
  expect(passed.filter(Boolean)).toEqual([]);
});

test('other spellings of the same bytes, truncated and extended tokens are rejected', () => {
  const others = [
    '',
    'x',
    `${token}=`,
    ` ${token}`,
    `${token}A`,
    token.slice(0, -1),
    `${token.slice(0, 9)}.${token.slice(9)}`,
  ];
  expect(others.filter(passes)).toEqual([]);
});

test('the key of another session is rejected', () => {
  const read = readRefreshToken(token);
  expect(read && isAuthentic(read, randomBytes(32))).toBe(false);
});

test('a token contains its session and counter', () => {
  expect(passes(token)).toBe(true);
  expect(readRefreshToken(token)).toMatchObject(claim);
});

const serverKey = deriveServerKeys('the secret of this server, 32 long').sessionEncryption;
const otherServer = deriveServerKeys('the secret of another server, long').sessionEncryption;
const sessionId = randomUUID();
const sessionKey = newSessionKey();
const stored = encryptSessionKey(sessionKey, sessionId, serverKey);

test('a stored key cannot be decrypted without the server secret or for another session', () => {
  expect(decryptSessionKey(stored, sessionId, otherServer)).toBeUndefined();
  expect(decryptSessionKey(stored, randomUUID(), serverKey)).toBeUndefined();
  expect(decryptSessionKey(stored.subarray(0, 20), sessionId, serverKey)).toBeUndefined();
});

test('a stored key can be decrypted for its session, and is not in plain text', () => {
  expect(decryptSessionKey(stored, sessionId, serverKey)).toEqual(sessionKey);
  expect(stored.includes(sessionKey)).toBe(false);
});
