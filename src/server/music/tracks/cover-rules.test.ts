import { createSecretKey } from 'node:crypto';
import { expect, test } from 'vitest';
import {
  coverPictures,
  isSignedCover,
  publicCoverKey,
  publicCoverUrl,
  signedCoverUrl,
} from './cover-rules.ts';

const key = createSecretKey(Buffer.alloc(32, 1));
const otherKey = createSecretKey(Buffer.alloc(32, 2));
const coverKey = '3f0c8f1e-6a55-4a1e-9e0b-0a2f6b6f7c11';
const at = (time: string) => new Date(`2026-03-01T${time}Z`);

/** What the address says, as the route reads it. */
function partsOf(url: string | null) {
  const query = new URL(url ?? '', 'http://earshot.test').searchParams;
  return { coverKey, until: query.get('until') ?? '', proof: query.get('proof') ?? '' };
}

test('a cover is a square of 640 pixels, and its public address contains its key', () => {
  expect(coverPictures).toEqual({ prefix: 'covers/', side: 640 });
  expect(publicCoverUrl(coverKey)).toBe(`/api/covers/${coverKey}.webp`);
  expect([publicCoverUrl(coverKey), null].map(publicCoverKey)).toEqual([coverKey, null]);
});

test('a track without a cover has no address', () => {
  expect([publicCoverUrl(null), signedCoverUrl(key, null, at('12:00:00'))]).toEqual([null, null]);
});

test('a signed address stays the same for an hour and holds one to two', () => {
  const url = signedCoverUrl(key, coverKey, at('12:00:00'));
  expect(url).toMatch(new RegExp(`^${publicCoverUrl(coverKey)}\\?until=\\d+&proof=[\\w-]{43}$`));
  expect(signedCoverUrl(key, coverKey, at('12:59:59'))).toBe(url);
  expect(signedCoverUrl(key, coverKey, at('13:00:00'))).not.toBe(url);
  const holdsAt = (time: string) => isSignedCover(key, partsOf(url), at(time));
  expect(['12:00:00', '13:59:59', '14:00:00'].map(holdsAt)).toEqual([true, true, false]);
});

test('an address is valid only for its own cover, hour and key', () => {
  const now = at('12:00:00');
  const parts = partsOf(signedCoverUrl(key, coverKey, now));
  const other = '00000000-0000-4000-8000-000000000000';
  expect(isSignedCover(otherKey, parts, now)).toBe(false);
  expect(isSignedCover(key, { ...parts, coverKey: other }, now)).toBe(false);
  expect(isSignedCover(key, { ...parts, until: String(Number(parts.until) + 1) }, now)).toBe(false);
  for (const until of ['', ` ${parts.until}`, `${parts.until} `, '1e9', '-1', 'Infinity', '9'.repeat(9)])
    expect(isSignedCover(key, { ...parts, until }, now)).toBe(false);
  for (const proof of ['', parts.proof.slice(1), `${parts.proof}=`])
    expect(isSignedCover(key, { ...parts, proof }, now)).toBe(false);
});
