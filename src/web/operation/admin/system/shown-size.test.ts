import { expect, test } from 'vitest';
import { shownSize } from './shown-size.ts';

test.each([
  [0, '0 bytes'],
  [1, '1 byte'],
  [1023, '1,023 bytes'],
  [1024, '1 kB'],
  [1536, '1.5 kB'],
  [50 * 1024 ** 2, '50 MB'],
  [1.25 * 1024 ** 3, '1.3 GB'],
  [3 * 1024 ** 4, '3 TB'],
  [5000 * 1024 ** 4, '5,000 TB'],
])('%f bytes are shown as %s', (bytes, shown) => {
  expect(shownSize(bytes)).toBe(shown);
});
