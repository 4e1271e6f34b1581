import { expect, test } from 'vitest';
import { nextPath } from './next-path.ts';

const origin = 'https://earshot.example';

/** Ways to write an address of another site so that a careless check, or a browser, takes it for a path of this one. */
const elsewhere = [
  'https://evil.example/app',
  'HTTPS://evil.example',
  'http:evil.example',
  'http:/evil.example',
  'https:///evil.example',
  'ftp://evil.example',
  'ws://evil.example',
  '//evil.example/app',
  '///evil.example',
  '////evil.example',
  '//evil.example:443',
  '//earshot.example@evil.example',
  '//evil.example#@earshot.example',
  '//evil.example?earshot.example',
  '/\\evil.example',
  '\\\\evil.example',
  '\\/evil.example',
  '/\\/evil.example',
  '//\\evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  '/\r\n/evil.example',
  '\t//evil.example',
  ' //evil.example',
  '\u0000//evil.example',
  '\u00a0//evil.example',
  '/\t\\evil.example',
  '//[::1]/',
  '//0x7f.1/',
  '//evil。example',
  '//ｅｖｉｌ.example',
  'https://earshot.example.evil.example/',
  'https://earshot.example@evil.example/',
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'java\tscript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'blob:https://earshot.example/1',
  'vbscript:x',
  'about:blank',
  'app/wallet',
  './app/wallet',
  '?next=/app',
  '#/app',
  '',
];

test.each(elsewhere)('%j is ignored after sign-in', (wanted) => {
  expect(nextPath(wanted, origin)).toBeNull();
});

test('a path that contains another site remains a path of this site', () => {
  for (const wanted of [
    '/app//evil.example',
    '/%2f%2fevil.example',
    '/app?next=//evil.example',
    '/@evil.example',
  ]) {
    const path = nextPath(wanted, origin);
    expect(new URL(path ?? '', origin).origin).toBe(origin);
  }
});

test('a path that a browser would resolve to another site is ignored', () => {
  for (const wanted of [
    '/app/..//evil.example',
    '/.//evil.example',
    '/x/..//evil.example/',
    '/./\\evil.example',
  ]) {
    expect(nextPath(wanted, origin)).toBeNull();
  }
});

test('sign-in does not return to the sign-in pages', () => {
  for (const wanted of ['/auth', '/auth/callback?x=1', '/login', '/signup#form']) {
    expect(nextPath(wanted, origin)).toBeNull();
  }
});

test('a path of this site keeps its query and hash', () => {
  expect(nextPath('/app/review?track=7#comment', origin)).toBe('/app/review?track=7#comment');
  expect(nextPath('/authors', origin)).toBe('/authors');
});
