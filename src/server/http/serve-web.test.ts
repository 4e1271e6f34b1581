import { expect, test } from 'vitest';
import { withPercentEncoded } from './serve-web.ts';

test.each([
  ['/app/50%', '/app/50%25'],
  ['/artist/%E0%A4%A?from=chat%20', '/artist/%25E0%25A4%25A?from=chat%20'],
  ['/%', '/%25'],
])('the path of %s can be routed to the not-found page', (url, encoded) => {
  expect(withPercentEncoded(url)).toBe(encoded);
});

test.each(['/app/analytics?track=50%', '/artist/%E0%A4%A4', '/', '/api/tracks/50%', '/assets/%zz.js'])(
  '%s stays as it is',
  (url) => expect(withPercentEncoded(url)).toBe(url),
);
