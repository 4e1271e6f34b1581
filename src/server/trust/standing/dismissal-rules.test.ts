import { expect, test } from 'vitest';
import { rightEndsUntil } from './dismissal-rules.ts';

const day = (number: number) => new Date(Date.UTC(2030, 0, number));

test('two dismissed reports have no effect', () => {
  expect(rightEndsUntil([], day(1))).toBeNull();
  expect(rightEndsUntil([day(1), day(1)], day(1))).toBeNull();
});

test('the third ends the right to report for 90 days from its decision, to the millisecond', () => {
  const dismissals = [day(1), day(5), day(10)];
  expect(rightEndsUntil(dismissals, day(10))).toEqual(day(100));
  expect(rightEndsUntil(dismissals, new Date(day(100).getTime() - 1))).toEqual(day(100));
  expect(rightEndsUntil(dismissals, day(100))).toBeNull();
});

test('three more are needed to end it again; reports dismissed in between count for the next time', () => {
  expect(rightEndsUntil([1, 5, 10, 11, 12].map(day), day(50))).toEqual(day(100));
  expect(rightEndsUntil([1, 5, 10, 11, 12].map(day), day(101))).toBeNull();
  expect(rightEndsUntil([1, 5, 10, 11, 12, 110].map(day), day(111))).toEqual(day(200));
});
