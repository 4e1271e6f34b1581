import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto';
import { dayMilliseconds } from '#contract/day-milliseconds.ts';

/** The user whose payouts a link stops, the destination its email was about, and where the email went. */
export interface StopClaims {
  readonly userId: string;
  readonly payeeId: string | null;
  /** The address's fingerprint; null for links from before it was part of them. */
  readonly address: string | null;
}

const linkMilliseconds = 30 * dayMilliseconds;

/** A signed token without a row in the database: an intruder in the account cannot void the links of earlier emails. */
export function makeStopToken(key: KeyObject, { userId, payeeId, address }: StopClaims, now: Date): string {
  const expires = now.getTime() + linkMilliseconds;
  const payload = Buffer.from([userId, payeeId ?? '', expires, address ?? ''].join(' ')).toString(
    'base64url',
  );
  return `${payload}.${macOf(key, payload)}`;
}

/** The content of a token and when it was made; undefined if this server did not sign it or it has expired. */
export function readStopToken(
  key: KeyObject,
  token: string,
  now: Date,
): (StopClaims & { readonly madeAt: Date }) | undefined {
  const [payload = '', mac = '', ...rest] = token.split('.');
  const expected = Buffer.from(macOf(key, payload));
  const given = Buffer.from(mac);
  if (rest.length > 0) return undefined;
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
  const [userId, payeeId, expires, address] = Buffer.from(payload, 'base64url').toString().split(' ');
  if (!userId || Number(expires) <= now.getTime()) return undefined;
  const madeAt = new Date(Number(expires) - linkMilliseconds);
  return { userId, payeeId: payeeId || null, address: address || null, madeAt };
}

const macOf = (key: KeyObject, payload: string): string =>
  createHmac('sha256', key).update(payload).digest('base64url');

export const stopLink = (publicUrl: string, token: string): string =>
  `${publicUrl}/payouts/link#type=stop&token=${token}`;
