import { expect, test } from 'vitest';
import {
  hasShape,
  isBetween,
  isListOf,
  isRecord,
  isText,
  isWholeBetween,
  isYesOrNo,
  orAbsent,
  orNull,
} from './shape-rules.ts';

interface Shape {
  readonly title: string;
  readonly stars: number | null;
}
const isShape = (value: unknown) =>
  hasShape<Shape>(value, { title: isText, stars: orNull(isWholeBetween(1, 5)) });

test.each([null, 7, 'text', [], {}, { title: 'a' }, { title: 1, stars: 1 }, { title: 'a', stars: 6 }])(
  'a value of another type is rejected: %j',
  (value) => {
    expect(isShape(value)).toBe(false);
  },
);

test('only an object with fields is a record', () => {
  expect([undefined, null, 7, 'text', []].filter(isRecord)).toEqual([]);
  expect(isRecord({})).toBe(true);
});

test('a value with every field is accepted, with or without other fields', () => {
  expect(isShape({ title: 'a', stars: null })).toBe(true);
  expect(isShape({ title: 'a', stars: 5, more: true })).toBe(true);
});

test('NaN is in no range, and half a star is not an integer', () => {
  expect([Number.NaN, Infinity, '3', 61, -1].map(isBetween(0, 60))).toEqual([
    false,
    false,
    false,
    false,
    false,
  ]);
  expect([0, 2.5, 60].map(isBetween(0, 60))).toEqual([true, true, true]);
  expect(isWholeBetween(1, 5)(2.5)).toBe(false);
});

test('a list is rejected if one entry is', () => {
  expect(isListOf(isText)(['a', 'b'])).toBe(true);
  expect(isListOf(isText)(['a', 2])).toBe(false);
  expect(isListOf(isText)('ab')).toBe(false);
});

test('an optional field is checked if it is present', () => {
  expect([undefined, 'a', 2, null].map(orAbsent(isText))).toEqual([true, true, false, false]);
});

test('only true and false are booleans', () => {
  expect([true, false, 'true', 1, null].map(isYesOrNo)).toEqual([true, true, false, false, false]);
});
