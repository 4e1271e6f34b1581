import { expect, it } from 'vitest';
import { timeAgo } from './elapsed-time.ts';

const now = new Date('2026-03-20T12:00:00Z');

it.each([
  ['2026-03-20T12:00:05Z', 'just now'],
  ['2026-03-20T11:59:01Z', 'just now'],
  ['2026-03-20T11:57:00Z', '3 min ago'],
  ['2026-03-20T07:00:00Z', '5 h ago'],
  ['2026-03-19T11:00:00Z', 'yesterday'],
  ['2026-03-16T12:00:00Z', '4 days ago'],
  ['2026-03-01T12:00:00Z', 'Mar 1, 2026'],
])('shows %s as %s', (then, said) => {
  expect(timeAgo(new Date(then), now)).toBe(said);
});
