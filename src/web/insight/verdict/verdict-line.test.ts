import { expect, test } from 'vitest';
import { linePieces } from './verdict-line.ts';

const lost = { kind: 'lost', from: 21, to: 29, people: 9, heardBy: 14 } as const;
const said = (staying: { listeners: number; stayed: number } | null, ...clusters: (typeof lost)[]) => ({
  staying,
  clusters,
});
const twenty = { reviewCount: 20, averageRating: 3.9 };

test.each([
  [{ reviewCount: 0, averageRating: null }, undefined, 'No reviews yet.'],
  [{ reviewCount: 4, averageRating: 4.5 }, said(null), 'Too early to tell.'],
  [{ reviewCount: 5, averageRating: 4.25 }, said(null), '4.3 stars.'],
  [twenty, said({ listeners: 20, stayed: 7 }), '7 of 20 stayed unpaid, 3.9 stars.'],
  [
    twenty,
    said({ listeners: 20, stayed: 7 }, lost),
    '7 of 20 stayed unpaid, 3.9 stars. You lose them at 0:21.',
  ],
])('%j and %j read "%s"', (track, line, sentence) =>
  expect(
    linePieces(track, line)
      .map(({ text }) => text)
      .join(''),
  ).toBe(sentence),
);
