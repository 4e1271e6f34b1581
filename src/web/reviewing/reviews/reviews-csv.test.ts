import { expect, test } from 'vitest';
import type { TrackReview } from '#contract/reviewing/reviews/reviews.ts';
import { reviewsCsv } from './reviews-csv.ts';

const aReview = (comment: string): TrackReview => ({
  id: '0b0c3a52-5f0f-4a8e-9d7e-0c35a8c1f2aa',
  listenerName: 'Lee',
  rating: 4,
  comment,
  prompts: { worked: 'The drums', didNotWork: null, toChange: null },
  notes: [
    { atSecond: 12, note: 'Here' },
    { atSecond: 70, note: 'And here' },
  ],
  moments: [],
  status: 'approved',
  isTakenDown: false,
  mark: null,
  press: null,
  createdAt: '2026-03-01T12:00:00.000Z',
});

test('quotes, commas and line breaks stay within their cell', () => {
  expect(reviewsCsv([aReview('He said "more",\nand left')])).toBe(
    '"date","listener","rating","status","comment","What worked","What did not","What to change","notes"\r\n' +
      '"2026-03-01T12:00:00.000Z","Lee","4","approved","He said ""more"",\nand left","The drums","","","0:12 Here\n1:10 And here"\r\n',
  );
});

test.each(['=1+1', '+1', '-1', '@SUM(A1)'])('the comment %s is not a formula', (comment) => {
  expect(reviewsCsv([aReview(comment)])).toContain(`"'${comment}"`);
});
