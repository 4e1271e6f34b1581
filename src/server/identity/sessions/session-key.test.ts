import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { deriveServerKeys } from '../../foundation/server-keys.ts';
import { decryptSessionKey, encryptSessionKey, newSessionKey } from './session-key.ts';

const serverKey = deriveServerKeys('the secret of this server, 32 long').sessionEncryption;
const otherServer = deriveServerKeys('the secret of another server, long').sessionEncryption;
const sessionId = randomUUID();
const key = newSessionKey();
const stored = encryptSessionKey(key, sessionId, serverKey);

test('a stored key cannot be decrypted without the server secret or for another session', () => {
  expect(decryptSessionKey(stored, sessionId, otherServer)).toBeUndefined();
  expect(decryptSessionKey(stored, randomUUID(), serverKey)).toBeUndefined();
  expect(decryptSessionKey(stored.subarray(0, 20), sessionId, serverKey)).toBeUndefined();
});

test('a stored key can be decrypted for its session, and is not in plain text', () => {
  expect(decryptSessionKey(stored, sessionId, serverKey)).toEqual(key);
  expect(stored.includes(key)).toBe(false);
});
