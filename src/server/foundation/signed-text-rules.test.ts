import { createSecretKey } from 'node:crypto';
import { expect, test } from 'vitest';
import { isSigned, signText } from './signed-text-rules.ts';

const key = createSecretKey(Buffer.alloc(32, 1));

test('a signature is valid for its own text and key only', () => {
  const signature = signText(key, 'a text');
  expect(isSigned(key, 'a text', signature)).toBe(true);
  expect(isSigned(key, 'a text ', signature)).toBe(false);
  expect(isSigned(createSecretKey(Buffer.alloc(32, 2)), 'a text', signature)).toBe(false);
});

test.each(['', 'x', `${signText(key, 'a text')}=`, signText(key, 'a text').slice(1)])(
  'the signature %j is rejected',
  (signature) => {
    expect(isSigned(key, 'a text', signature)).toBe(false);
  },
);

test('another spelling of the same bytes is rejected', () => {
  const signature = signText(key, 'a text');
  const bytes = Buffer.from(signature, 'base64url');
  const other = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_']
    .map((last) => signature.slice(0, -1) + last)
    .find((text) => text !== signature && Buffer.from(text, 'base64url').equals(bytes));
  expect(other).toBeDefined();
  expect(isSigned(key, 'a text', other ?? '')).toBe(false);
});
