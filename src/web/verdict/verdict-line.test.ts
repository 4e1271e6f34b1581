import { expect, test } from 'vitest';
import { lineSentence } from './verdict-line.ts';

test.each([
  [{ reviewCount: 0, averageRating: null }, null, 'No reviews yet'],
  [{ reviewCount: 4, averageRating: 4.5 }, null, 'Too early to tell'],
  [{ reviewCount: 5, averageRating: 4.25 }, null, '4.3 stars'],
  [{ reviewCount: 20, averageRating: 3.9 }, { listeners: 20, stayed: 7 }, '7 of 20 stayed unpaid, 3.9 stars'],
] as const)('%j and %j read as "%s"', (track, staying, sentence) =>
  expect(lineSentence(track, staying)).toBe(sentence),
);
