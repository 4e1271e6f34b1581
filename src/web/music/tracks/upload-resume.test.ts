import { expect, test } from 'vitest';
import { resumeDelayMilliseconds } from './upload-resume.ts';

test('an upload waits longer after each failure and stops after a minute of failures', () => {
  const delays = [1, 2, 3, 4, 5, 6].map((failures) => resumeDelayMilliseconds(failures) ?? 0);
  expect(delays).toEqual(delays.toSorted((a, b) => a - b));
  expect(delays.reduce((sum, delay) => sum + delay, 0)).toBe(60_000);
  expect(resumeDelayMilliseconds(7)).toBeNull();
});
