import { createPublicKey, randomUUID } from 'node:crypto';
import { SignJWT, UnsecuredJWT } from 'jose';
import { describe, expect, test } from 'vitest';
import { waitInRealTime } from '../foundation/clock.ts';
import { deriveServerKeys } from '../foundation/server-keys.ts';
import { readConfig } from '../settings/config.ts';
import { accessKeySet, accessTokenSeconds, makeAccessToken, readAccessToken } from './access-token.ts';

const start = new Date('2026-03-01T12:00:00Z');
let now = start;
const needs = {
  clock: { now: () => now, wait: waitInRealTime },
  config: readConfig({ PUBLIC_URL: 'https://earshot.example' }),
  keys: deriveServerKeys('the secret of this server, 32 long'),
};
const claims = { userId: randomUUID(), sessionId: randomUUID() };
const payload = { sid: claims.sessionId };
const seconds = Math.floor(start.getTime() / 1000);
const { kid } = needs.keys.accessTokens;

interface Changes {
  header?: { alg: string; typ?: string; kid?: string };
  issuer?: string;
  audience?: string;
  subject?: string;
  payload?: Record<string, unknown>;
  expires?: number;
}

const token = (changes: Changes) =>
  new SignJWT(changes.payload ?? payload)
    .setProtectedHeader(changes.header ?? { alg: 'ES256', typ: 'at+jwt', kid })
    .setIssuer(changes.issuer ?? 'https://earshot.example')
    .setAudience(changes.audience ?? 'earshot')
    .setSubject(changes.subject ?? claims.userId)
    .setIssuedAt(seconds)
    .setExpirationTime(changes.expires ?? seconds + 900);
const signed = (changes: Changes) => token(changes).sign(needs.keys.accessTokens);

const publicPem = createPublicKey({ key: { ...needs.keys.accessTokens }, format: 'jwk' }).export({
  type: 'spki',
  format: 'pem',
});
const symmetric = (secret: string | Buffer) =>
  token({ header: { alg: 'HS256', typ: 'at+jwt', kid } }).sign(Buffer.from(secret));

describe('a forged token is rejected', () => {
  test.each<[string, () => Promise<string> | string]>([
    [
      'no signature at all',
      () => new UnsecuredJWT(payload).setSubject(claims.userId).setExpirationTime('5m').encode(),
    ],
    ['HS256 with the public key as secret', () => symmetric(publicPem)],
    ['HS256 with the coordinate as secret', () => symmetric(needs.keys.accessTokens.x ?? '')],
    [
      'the key of another server',
      () => makeAccessToken({ ...needs, keys: deriveServerKeys('another secret of 32 characters.') }, claims),
    ],
    ['another issuer', () => signed({ issuer: 'https://evil.example' })],
    ['another audience', () => signed({ audience: 'another product' })],
    ['another type', () => signed({ header: { alg: 'ES256', typ: 'JWT', kid } })],
    ['no type', () => signed({ header: { alg: 'ES256', kid } })],
    [
      'a path as the key id',
      () => signed({ header: { alg: 'ES256', typ: 'at+jwt', kid: '../../etc/passwd' } }),
    ],
    ['no key id', () => signed({ header: { alg: 'ES256', typ: 'at+jwt' } })],
    ['no session', () => signed({ payload: {} })],
    ['a subject that is not an id', () => signed({ subject: 'admin' })],
    ['an expiry in the past', () => signed({ expires: seconds - 1 })],
    ['not a token', () => 'x'],
    ['nothing', () => ''],
  ])('%s', async (_what, forge) => {
    expect(await readAccessToken(needs, await forge())).toBeUndefined();
  });

  test('1,000 tokens with one character changed, cut or swapped', async () => {
    const good = await makeAccessToken(needs, claims);
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.';
    const mutant = (i: number) => {
      // Not the last one: some of its bits are padding, so another letter may spell the same signature.
      const at = (i * 7919) % (good.length - 1);
      if (i % 10 === 0) return good.slice(0, at);
      const letter = alphabet[(i * 31) % alphabet.length] ?? 'A';
      return `${good.slice(0, at)}${letter}${good.slice(at + 1)}`;
    };
    const mutants = Array.from({ length: 1000 }, (_, i) => mutant(i)).filter((each) => each !== good);
    const read = await Promise.all(mutants.map((each) => readAccessToken(needs, each)));
    expect(read.filter(Boolean)).toEqual([]);
    expect(mutants.length).toBeGreaterThan(950);
  });
});

test('a token expires after 15 minutes, even if it was verified before', async () => {
  const good = await makeAccessToken(needs, claims);
  expect(await readAccessToken(needs, good)).toMatchObject(claims);
  now = new Date(start.getTime() + accessTokenSeconds * 1000 - 1);
  expect(await readAccessToken(needs, good)).toMatchObject(claims);
  now = new Date(start.getTime() + accessTokenSeconds * 1000);
  expect(await readAccessToken(needs, good)).toBeUndefined();
  expect(await readAccessToken(needs, good)).toBeUndefined();
  now = start;
});

test('a token issued ten minutes ago, or by a server whose clock is ten minutes ahead, is valid', async () => {
  for (const minutes of [-10, 10]) {
    now = new Date(start.getTime() + minutes * 60_000);
    const made = await makeAccessToken(needs, claims);
    now = start;
    expect(await readAccessToken(needs, made)).toMatchObject(claims);
  }
});

test('the published keys verify tokens and contain nothing private', async () => {
  const [key] = accessKeySet(needs.keys).keys;
  expect(key).toMatchObject({ kty: 'EC', crv: 'P-256', kid });
  expect(key).not.toHaveProperty('d');
});
