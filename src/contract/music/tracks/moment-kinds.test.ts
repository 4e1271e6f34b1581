import { expect, test } from 'vitest';
import { isSameMoment } from './moment-kinds.ts';

test.each([
  [20, 20, true],
  [20, 24, true],
  [20, 25, false],
  [24, 20, true],
  [25, 20, false],
])('marks at %i s and %i s are the same moment: %s', (marked, second, same) => {
  expect(isSameMoment(marked, second)).toBe(same);
});
