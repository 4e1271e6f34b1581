import { createHmac, createSecretKey, timingSafeEqual } from 'node:crypto';

const stepSeconds = 30;
const digits = 6;

/** The number of the 30-second step at that time (RFC 6238, section 4). */
export const stepOf = (moment: Date): number => Math.floor(moment.getTime() / 1000 / stepSeconds);

/** The six digits of a step: HOTP (RFC 4226), HMAC-SHA-1 over the step number. */
export function totpCode(secret: Buffer, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', createSecretKey(secret)).update(counter).digest();
  const offset = mac.readUInt8(mac.length - 1) & 0xf;
  const number = mac.readUInt32BE(offset) & 0x7f_ff_ff_ff;
  return String(number % 10 ** digits).padStart(digits, '0');
}

/** The step of a code: the current one or, for clocks that differ, the one before or after; undefined if none matches. */
export function stepOfCode(secret: Buffer, code: string, now: Date): number | undefined {
  const current = stepOf(now);
  return [current, current - 1, current + 1].find((step) => isSame(totpCode(secret, step), code));
}

const isSame = (expected: string, given: string): boolean =>
  expected.length === given.length && timingSafeEqual(Buffer.from(expected), Buffer.from(given));

/** The link in the QR code: the secret, the account, and how codes are made. */
export function otpauthLink(issuer: string, account: string, secret: string): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`;
  const query = new URLSearchParams({ secret, issuer, algorithm: 'SHA1', digits: '6', period: '30' });
  return `otpauth://totp/${label}?${query}`;
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Encodes bytes as letters and digits that are easy to type (RFC 4648, without padding). */
export function base32(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  return (bits.match(/.{1,5}/g) ?? [])
    .map((five) => alphabet[Number.parseInt(five.padEnd(5, '0'), 2)])
    .join('');
}
