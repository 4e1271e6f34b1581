import { expect, test } from 'vitest';
import { turnAt } from './waiting-list-rules.ts';

const now = new Date('2030-05-15T12:00:00Z');
const days = (count: number) => new Date(now.getTime() + count * 86_400_000);

test('there is no estimate before anyone was let in', () => {
  expect(turnAt({ place: 1, letInLately: 0 }, 14, now)).toBeNull();
});

test('the estimate follows from the place and the pace of the last 14 days, in whole days', () => {
  expect(turnAt({ place: 14, letInLately: 28 }, 14, now)).toEqual(days(7));
  expect(turnAt({ place: 15, letInLately: 28 }, 14, now)).toEqual(days(8));
  expect(turnAt({ place: 1, letInLately: 1000 }, 14, now)).toEqual(days(1));
});
