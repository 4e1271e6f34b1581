import { expect, test } from 'vitest';
import { copyingOf } from './copying-rules.ts';

const copying = (texts: string) => copyingOf([...texts].map((text) => text === 'c'));

test('one copy may be chance; two among five in a row relate the accounts', () => {
  expect(copying('c')).toEqual({ relates: false, isHabit: false });
  expect(copying('ooooc')).toEqual({ relates: false, isHabit: false });
  expect(copying('cc')).toEqual({ relates: true, isHabit: false });
  expect(copying('coooc')).toEqual({ relates: true, isHabit: false });
});

test('a copy relates even if a later review was judged before it', () => {
  expect(copying('ooooccooo')).toEqual({ relates: true, isHabit: false });
  expect(copying('ooooccooc')).toEqual({ relates: true, isHabit: true });
});

test('three copies among five in a row are a habit, three among more are not', () => {
  expect(copying('ccc')).toEqual({ relates: true, isHabit: true });
  expect(copying('ccooc')).toEqual({ relates: true, isHabit: true });
  expect(copying('cooocoooc')).toEqual({ relates: true, isHabit: false });
});
