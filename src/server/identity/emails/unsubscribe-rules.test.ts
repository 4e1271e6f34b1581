import { createHmac, createSecretKey } from 'node:crypto';
import { expect, test } from 'vitest';
import { noticeKinds } from '#contract/identity/notice-kinds.ts';
import { readUnsubscribeToken, unsubscribeLink } from './unsubscribe-rules.ts';

const key = createSecretKey(Buffer.alloc(32, 1));
const site = 'https://earshot.example';
const tokenOf = (link: string) => link.slice(`${site}/unsubscribe/`.length);

/** Written out here: the links in emails that were sent years ago must stay valid. */
const signed = (text: string) => {
  const payload = Buffer.from(text).toString('base64url');
  return `${payload}.${createHmac('sha256', key).update(payload).digest('base64url')}`;
};

test('an unsubscribe link names one user and one kind of email, and is signed', () => {
  for (const kind of noticeKinds) {
    const link = unsubscribeLink(site, key, { userId: 'mira', kind });
    expect(link).toBe(`${site}/unsubscribe/${signed(`mira ${kind}`)}`);
    expect(readUnsubscribeToken(key, tokenOf(link))).toEqual({ userId: 'mira', kind });
  }
});

test('an unsigned link turns nothing off', () => {
  const token = signed('mira new_track');
  const [payload = '', mac = ''] = token.split('.');
  const [otherPayload = ''] = signed('kim new_track').split('.');
  const otherKey = createSecretKey(Buffer.alloc(32, 2));
  expect(readUnsubscribeToken(otherKey, token)).toBeUndefined();
  for (const forged of ['', payload, `${payload}.`, `${payload}.${mac}a`, `${otherPayload}.${mac}`])
    expect(readUnsubscribeToken(key, forged)).toBeUndefined();
});

test('a signed link without a user, or for a removed kind of email, turns nothing off', () => {
  for (const text of ['', 'mira', ' new_track', 'mira weekly_digest'])
    expect(readUnsubscribeToken(key, signed(text))).toBeUndefined();
});
