import type { KeyObject } from 'node:crypto';
import { noticeKinds } from '#contract/identity/notice-kinds.ts';
import type { NoticeKind } from '#contract/identity/settings.ts';
import { isSigned, signText } from '../../foundation/signed-text-rules.ts';

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
  return `${publicUrl}${unsubscribePath}/${payload}.${signText(key, payload)}`;
}

/** The content of a token; undefined if this server did not sign it. */
export function readUnsubscribeToken(key: KeyObject, token: string): UnsubscribeClaims | undefined {
  const [payload = '', mac = ''] = token.split('.');
  if (!isSigned(key, payload, mac)) return undefined;
  const [userId, word] = Buffer.from(payload, 'base64url').toString().split(' ');
  const kind = noticeKinds.find((known) => known === word);
  return userId && kind ? { userId, kind } : undefined;
}
