import { expect, test } from 'vitest';
import { byteRange } from './audio-route.ts';
import { contentRange } from './upload-route.ts';

const size = 1000;

test.each([
  ['bytes=0-0', { first: 0, last: 0 }],
  ['bytes=0-', { first: 0, last: 999 }],
  ['bytes=999-', { first: 999, last: 999 }],
  ['bytes=10-5000', { first: 10, last: 999 }],
  ['bytes=-1', { first: 999, last: 999 }],
  ['bytes=-5000', { first: 0, last: 999 }],
  ['BYTES=5-6', { first: 5, last: 6 }],
  ['bytes=00005-00006', { first: 5, last: 6 }],
  [`bytes=0-${'9'.repeat(400)}`, { first: 0, last: 999 }],
])('%s is one range', (header, range) => {
  expect(byteRange(header, size)).toEqual(range);
});

test.each(['bytes=1000-', 'bytes=1000-2000', 'bytes=-0', `bytes=${'9'.repeat(400)}-`])(
  '%s is not satisfiable',
  (header) => {
    expect(byteRange(header, size)).toBe('unsatisfiable');
  },
);

test.each([
  undefined,
  '',
  'bytes',
  'bytes=',
  'bytes=-',
  'bytes=5-4',
  'bytes=0-1,5-6',
  'bytes=0-1, 5-6',
  'bytes=a-b',
  'bytes=0x1-0x2',
  'bytes=1.5-2',
  'bytes=--5',
  'bytes= 1-2',
  'seconds=0-5',
  'bytes=١-٢',
])('%s returns the whole file', (header) => {
  expect(byteRange(header, size)).toBe('whole');
});

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
