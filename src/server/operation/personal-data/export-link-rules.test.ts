import { createSecretKey } from 'node:crypto';
import { expect, test } from 'vitest';
import { exportPath, makeExportLink, readExportLink } from './export-link-rules.ts';

const key = createSecretKey(Buffer.alloc(32, 1));
const now = new Date('2026-03-01T12:00:00Z');
const claims = {
  userId: '3f0c8f1e-6a55-4a1e-9e0b-0a2f6b6f7c11',
  sessionId: '7a0c8f1e-6a55-4a1e-9e0b-0a2f6b6f7c12',
};
const [payload = '', mac = ''] = (makeExportLink(key, claims, now).url.split('/').at(-1) ?? '').split('.');

test('a link names the user whose data it exports, for ten minutes', () => {
  expect(readExportLink(key, payload, mac, now)).toEqual(claims);
  expect(readExportLink(key, payload, mac, new Date(now.getTime() + 599_999))).toEqual(claims);
  expect(readExportLink(key, payload, mac, new Date(now.getTime() + 600_000))).toBeUndefined();
});

test('a link points to the exports', () => {
  expect(exportPath).toBe('/api/exports');
  expect(makeExportLink(key, claims, now).url.startsWith('/api/exports/')).toBe(true);
});

test.each([
  ['a user', { ...claims, userId: '' }],
  ['a session', { ...claims, sessionId: '' }],
])('a link without %s is rejected', (_what, partial) => {
  const [text = '', proof = ''] = (makeExportLink(key, partial, now).url.split('/').at(-1) ?? '').split('.');
  expect(readExportLink(key, text, proof, now)).toBeUndefined();
});

test('a link with another key, MAC or payload is rejected', () => {
  expect(readExportLink(createSecretKey(Buffer.alloc(32, 2)), payload, mac, now)).toBeUndefined();
  expect(readExportLink(key, payload, `${mac.slice(0, -1)}_`, now)).toBeUndefined();
  expect(readExportLink(key, `${payload}A`, mac, now)).toBeUndefined();
  expect(readExportLink(key, '', '', now)).toBeUndefined();
});
