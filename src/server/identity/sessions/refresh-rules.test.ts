import { expect, test } from 'vitest';
import { decideRefresh } from './refresh-rules.ts';

test.each([
  // presented, stored, seconds since the last rotation, decision
  [6, 5, 0, 'refuse'],
  [6, 5, 20, 'refuse'],
  [6, 5, 3600, 'refuse'],
  [4, 5, 30.001, 'end'],
  [4, 5, 3600, 'end'],
  [3, 5, 10.001, 'end'],
  [3, 5, 30, 'end'],
  [0, 5, 3600, 'end'],
  [4, 5, 0, 'repeat'],
  [4, 5, 10, 'repeat'],
  [4, 5, 30, 'repeat'],
  [3, 5, 10, 'repeat'],
  [0, 5, 0, 'repeat'],
  [5, 5, 0, 'rotate'],
  [5, 5, 20, 'rotate'],
  [5, 5, 3600, 'rotate'],
] as const)(
  'token %i of a session at %i, %d s after its rotation: %s',
  (presented, stored, seconds, decision) => {
    expect(decideRefresh(presented, stored, seconds)).toBe(decision);
  },
);
