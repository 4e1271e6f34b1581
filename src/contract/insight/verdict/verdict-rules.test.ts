import { expect, test } from 'vitest';
import { verdictPicturePath } from './verdict-rules.ts';

test('the path of a share picture is below that of its verdict', () => {
  expect(verdictPicturePath('42')).toBe('/verdicts/42/picture.png');
});
