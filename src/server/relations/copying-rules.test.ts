import { expect, test } from 'vitest';
import { copyingOf } from './copying-rules.ts';

const copying = (texts: string) => copyingOf([...texts].map((text) => text === 'c'));

test('a text that is no copy relates nobody, whatever came before it', () => {
  expect(copying('')).toEqual({ relates: false, isHabit: false });
  expect(copying('occcc')).toEqual({ relates: false, isHabit: false });
});

test('one copy may be chance; the second of the last five relates', () => {
  expect(copying('c')).toEqual({ relates: false, isHabit: false });
  expect(copying('coooo')).toEqual({ relates: false, isHabit: false });
  expect(copying('cc')).toEqual({ relates: true, isHabit: false });
  expect(copying('coooc')).toEqual({ relates: true, isHabit: false });
  expect(copying('cooooc')).toEqual({ relates: false, isHabit: false });
});

test('three copies among the last five are a habit', () => {
  expect(copying('ccc')).toEqual({ relates: true, isHabit: true });
  expect(copying('coocc')).toEqual({ relates: true, isHabit: true });
  expect(copying('cooocc')).toEqual({ relates: true, isHabit: false });
});
