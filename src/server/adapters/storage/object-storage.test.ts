import { expect, test } from 'vitest';
import { judgeSpace } from './object-storage.ts';

const gibibyte = 2 ** 30;

test.each([
  ['green', 50, 100],
  ['green', 5, 40],
  ['yellow', 4.9, 40],
  ['yellow', 9.9, 100],
  ['red', 4.9, 100],
  ['red', 0.9, 2],
  ['red', 0, 0],
] as const)('a volume is %s with %f of %f GiB free', (light, free, total) => {
  const judged = judgeSpace({ freeBytes: free * gibibyte, totalBytes: total * gibibyte });
  expect(judged.light).toBe(light);
  expect(judged.text).toContain(`${free.toFixed(1)} GiB`);
});
