import { expect, test } from 'vitest';
import { nextPath } from './next-path.ts';

const origin = 'https://earshot.example';

test('addresses of other sites are not honoured after sign-in', () => {
  for (const wanted of [
    'https://evil.example/app',
    '//evil.example/app',
    '/\\evil.example',
    '/\t/evil.example',
    'javascript:alert(1)',
    'app/wallet',
    '',
  ]) {
    expect(nextPath(wanted, origin)).toBeNull();
  }
});

test('the sign-in pages are not returned to', () => {
  for (const wanted of ['/auth', '/auth/callback?x=1', '/login', '/signup#form']) {
    expect(nextPath(wanted, origin)).toBeNull();
  }
});

test('a path of this site keeps its query and hash', () => {
  expect(nextPath('/app/review?track=7#comment', origin)).toBe('/app/review?track=7#comment');
  expect(nextPath('/authors', origin)).toBe('/authors');
});
