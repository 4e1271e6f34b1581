import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto';
import { noticeKinds } from '#contract/identity/notice-kinds.ts';
import type { NoticeKind } from '#contract/identity/settings.ts';

/** The path of unsubscribe links: `/unsubscribe/{token}`. */
export const unsubscribePath = '/unsubscribe';

/** The user and the kind of email to switch off. */
export interface UnsubscribeClaims {
  readonly userId: string;
  readonly kind: NoticeKind;
}

/** A link that never expires, since emails may be years old. All it can do is switch these emails off. */
export function unsubscribeLink(
  publicUrl: string,
  key: KeyObject,
  { userId, kind }: UnsubscribeClaims,
): string {
  const payload = Buffer.from([userId, kind].join(' ')).toString('base64url');
  return `${publicUrl}${unsubscribePath}/${payload}.${macOf(key, payload)}`;
}

/** The content of a token; undefined if this server did not sign it. */
export function readUnsubscribeToken(key: KeyObject, token: string): UnsubscribeClaims | undefined {
  const [payload = '', mac = ''] = token.split('.');
  const expected = Buffer.from(macOf(key, payload));
  const given = Buffer.from(mac);
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
  const [userId, word] = Buffer.from(payload, 'base64url').toString().split(' ');
  const kind = noticeKinds.find((known) => known === word);
  return userId && kind ? { userId, kind } : undefined;
}

const macOf = (key: KeyObject, payload: string): string =>
  createHmac('sha256', key).update(payload).digest('base64url');
