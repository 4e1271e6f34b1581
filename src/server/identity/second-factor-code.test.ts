import { expect, test } from 'vitest';
import { base32, otpauthLink, stepOf, stepOfCode, totpCode } from './second-factor-code.ts';

const rfcSecret = Buffer.from('12345678901234567890');

// RFC 6238, appendix B, SHA-1; its codes have eight digits, of which six digits are the last.
test.each([
  [59, '94287082'],
  [1_111_111_109, '07081804'],
  [1_111_111_111, '14050471'],
  [1_234_567_890, '89005924'],
  [2_000_000_000, '69279037'],
  [20_000_000_000, '65353130'],
])('the code at second %i matches RFC 6238', (second, code) => {
  expect(totpCode(rfcSecret, stepOf(new Date(second * 1000)))).toBe(code.slice(-6));
});

test('the codes of the current time step and its neighbors are accepted', () => {
  const now = new Date('2026-03-01T12:00:00Z');
  const step = stepOf(now);
  const found = [-2, -1, 0, 1, 2].map((offset) =>
    stepOfCode(rfcSecret, totpCode(rfcSecret, step + offset), now),
  );
  expect(found).toEqual([undefined, step - 1, step, step + 1, undefined]);
});

// RFC 4648, section 10, without the padding that authenticator apps do not want.
test.each([
  ['', ''],
  ['f', 'MY'],
  ['fo', 'MZXQ'],
  ['foo', 'MZXW6'],
  ['foob', 'MZXW6YQ'],
  ['fooba', 'MZXW6YTB'],
  ['foobar', 'MZXW6YTBOI'],
])('%s is encoded as %s', (text, written) => {
  expect(base32(Buffer.from(text))).toBe(written);
});

test('the link contains the product and the account', () => {
  expect(otpauthLink('Earshot', 'kim+a@example.org', 'MZXW6')).toBe(
    'otpauth://totp/Earshot:kim%2Ba%40example.org?secret=MZXW6&issuer=Earshot&algorithm=SHA1&digits=6&period=30',
  );
});
