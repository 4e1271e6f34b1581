import { expect, test } from 'vitest';
import { contentRange } from './byte-range.ts';

test.each([
  ['bytes 0-0/1', 1, { firstByte: 0, totalBytes: 1 }],
  ['bytes 300-999/1000', 700, { firstByte: 300, totalBytes: 1000 }],
  ['Bytes 300-999/1000 ', undefined, { firstByte: 300, totalBytes: 1000 }],
])('%s with a body of %s bytes is the rest of a file', (header, length, wanted) => {
  expect(contentRange(header, length)).toEqual(wanted);
});

test.each([
  ['', undefined],
  ['bytes 300-998/1000', undefined],
  ['bytes 300-999/1000', 699],
  ['bytes 300-999/1000', 701],
  ['bytes 300-999/*', undefined],
  ['bytes */1000', undefined],
  ['bytes=300-999/1000', undefined],
  ['bytes -1-999/1000', undefined],
  ['bytes 999-300/301', undefined],
  ['bytes 1e3-1999/2000', undefined],
  ['bytes 0-99999999999999999999/100000000000000000000', undefined],
  ['items 0-0/1', undefined],
])('%j with a body of %s bytes is not the rest of a file', (header, length) => {
  expect(contentRange(header, length)).toBeUndefined();
});
