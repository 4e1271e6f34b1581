import { expect, test } from 'vitest';
import { listeningTime } from './listening-time.ts';

test('listening time is shown in minutes below one hour', () => {
  const minutes = (count: number) => listeningTime(count / 60);
  expect([0, 0.5, 1.2, 3.9, 59.9, 60, 90].map(minutes)).toEqual([
    '0 min',
    '1 min',
    '1 min',
    '3 min',
    '59 min',
    '1.0 h',
    '1.5 h',
  ]);
});
