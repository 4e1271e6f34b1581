import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto';

/** The signature of a text in a link: HMAC-SHA-256 as base64url. */
export const signText = (key: KeyObject, text: string): string =>
  createHmac('sha256', key).update(text).digest('base64url');

/** Compares the encoded signatures in constant time, because several texts can decode to the same bytes. */
export function isSigned(key: KeyObject, text: string, signature: string): boolean {
  const [expected, given] = [Buffer.from(signText(key, text)), Buffer.from(signature)];
  return given.length === expected.length && timingSafeEqual(given, expected);
}
