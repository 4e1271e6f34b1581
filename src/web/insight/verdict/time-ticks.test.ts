import { expect, test } from 'vitest';
import { timeTicks } from './time-ticks.ts';

test.each([
  [50, [0, 15, 30, 50]],
  [74, [0, 15, 30, 45, 60, 74]],
  [90, [0, 15, 30, 45, 60, 75, 90]],
  [120, [0, 30, 60, 90, 120]],
  [288, [0, 60, 120, 180, 240, 288]],
  [600, [0, 120, 240, 360, 480, 600]],
  [7200, [0, 7200]],
])('a track of %i s has ticks at %j', (duration, ticks) => expect(timeTicks(duration)).toEqual(ticks));
