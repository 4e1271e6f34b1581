import { expect, test } from 'vitest';
import { verdictPicturePath } from './verdict-rules.ts';

test('the share picture of a track is below its verdict', () => {
  expect(verdictPicturePath('42')).toBe('/verdicts/42/picture.png');
});
