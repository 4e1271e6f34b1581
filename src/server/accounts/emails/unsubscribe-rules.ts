import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto';
import { noticeKinds } from '#contract/accounts/notice-kinds.ts';
import type { NoticeKind } from '#contract/accounts/settings.ts';

/** Where links lead: `/unsubscribe/{token}`. */
export const unsubscribePath = '/unsubscribe';

/** Who gets no more emails of which kind. */
export interface UnsubscribeClaims {
  readonly userId: string;
  readonly kind: NoticeKind;
}

/** A link that always works: an email may be years old. It can do nothing but switch these emails off. */
export function unsubscribeLink(
  publicUrl: string,
  key: KeyObject,
  { userId, kind }: UnsubscribeClaims,
): string {
  const payload = Buffer.from([userId, kind].join(' ')).toString('base64url');
  return `${publicUrl}${unsubscribePath}/${payload}.${macOf(key, payload)}`;
}

/** What a token says; undefined when this server did not make it so. */
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
