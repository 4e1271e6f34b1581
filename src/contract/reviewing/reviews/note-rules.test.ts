import { expect, test } from 'vitest';
import { noteSecond } from './note-rules.ts';

test('a note is at a whole second of the track, at most at its last', () => {
  expect([0, 12.9, 79.9, 80, 89.5].map((position) => noteSecond(position, 80))).toEqual([0, 12, 79, 79, 79]);
  expect(noteSecond(80.2, 80.4)).toBe(80);
  expect(noteSecond(3, 0)).toBe(0);
});
