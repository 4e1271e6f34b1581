import { expect, test } from 'vitest';
import { blurredPeaks } from './blind-rules.ts';

test('the outline of a track is told in steps, so that it is not the one of public lists', () => {
  const peaks = Buffer.from(Array.from({ length: 800 }, (_, place) => (place * 37) % 256));
  const blurred = blurredPeaks(peaks) ?? expect.fail('There are peaks.');
  expect(blurred).toHaveLength(800);
  expect(new Set(blurred.subarray(0, 8)).size).toBe(1);
  expect([...blurred].every((peak) => peak % 17 === 0)).toBe(true);
});

test('loud stays loud and silence silence', () => {
  expect(blurredPeaks(Buffer.from([...Array(8).fill(255), ...Array(8).fill(0)]))).toEqual(
    Buffer.from([...Array(8).fill(255), ...Array(8).fill(0)]),
  );
  expect(blurredPeaks(null)).toBeNull();
});
