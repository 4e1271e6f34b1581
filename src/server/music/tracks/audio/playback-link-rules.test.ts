import { createHmac, createSecretKey } from 'node:crypto';
import { expect, test } from 'vitest';
import { makePlaybackLink, mayHear, readPlaybackLink } from './playback-link-rules.ts';

const key = createSecretKey(Buffer.alloc(32, 1));
const now = new Date('2026-03-01T12:00:00.000Z');
const after = (milliseconds: number) => new Date(now.getTime() + milliseconds);
const claims = {
  trackId: '3f0c8f1e-6a55-4a1e-9e0b-0a2f6b6f7c11',
  userId: '7a0c8f1e-6a55-4a1e-9e0b-0a2f6b6f7c12',
  sessionId: 'c10c8f1e-6a55-4a1e-9e0b-0a2f6b6f7c13',
};
const link = makePlaybackLink(key, claims, now);
const [payload = '', mac = ''] = link.url.replace('/api/audio/', '').split('.');
/** A payload that was signed with the key, whatever it holds. */
const signed = (text: string) => ({
  payload: text,
  mac: createHmac('sha256', key).update(text).digest('base64url'),
});

test('a link gives the audio for an hour, and says so', () => {
  expect(link.url).toMatch(/^\/api\/audio\/[\w-]{72}\.[\w-]{43}$/);
  expect(link.expiresAt).toBe('2026-03-01T13:00:00.000Z');
  expect(readPlaybackLink(key, { payload, mac }, now)).toEqual(claims);
  expect(readPlaybackLink(key, { payload, mac }, after(3_599_999))).toEqual(claims);
  expect(readPlaybackLink(key, { payload, mac }, after(3_600_000))).toBeUndefined();
});

test('a link with another key, MAC or payload is rejected', () => {
  expect(readPlaybackLink(createSecretKey(Buffer.alloc(32, 2)), { payload, mac }, now)).toBeUndefined();
  expect(readPlaybackLink(key, { payload, mac: `${mac.slice(0, -1)}_` }, now)).toBeUndefined();
  expect(readPlaybackLink(key, { payload, mac: `${mac}A` }, now)).toBeUndefined();
  expect(readPlaybackLink(key, { payload, mac: '' }, now)).toBeUndefined();
  expect(readPlaybackLink(key, { payload: `${payload}A`, mac }, now)).toBeUndefined();
  expect(readPlaybackLink(key, { payload: payload.replace(/^./, '_'), mac }, now)).toBeUndefined();
});

test('a payload of the wrong length is rejected, even if it is signed', () => {
  const bytes = Buffer.from(payload, 'base64url');
  for (const other of [Buffer.alloc(0), bytes.subarray(0, 53), Buffer.concat([bytes, Buffer.alloc(1)])]) {
    expect(readPlaybackLink(key, signed(other.toString('base64url')), now)).toBeUndefined();
  }
  expect(readPlaybackLink(key, signed(payload), now)).toEqual(claims);
});

test('a track can be played by its artist, an admin and the listener who is served it, and no one else', () => {
  const nobody = { isOwner: false, isAdmin: false, isLeased: false };
  expect(mayHear(nobody)).toBe(false);
  expect(mayHear({ ...nobody, isOwner: true })).toBe(true);
  expect(mayHear({ ...nobody, isAdmin: true })).toBe(true);
  expect(mayHear({ ...nobody, isLeased: true })).toBe(true);
});
