import { expect, test } from 'vitest';
import type { TrackReview } from '#contract/reviewing/reviews/reviews.ts';
import { quoteAt, quotesAbout, quotesOf } from './quotes.ts';

const review: TrackReview = {
  id: '00000000-0000-4000-8000-000000000001',
  listenerName: 'Juno',
  rating: 4,
  comment: 'Slow start. The turn at 1:12 is great. Nothing at 9:00.',
  prompts: { worked: null, didNotWork: null, toChange: null },
  notes: [{ atSecond: 20, note: 'The drums' }],
  moments: [],
  status: 'approved',
  isTakenDown: false,
  mark: null,
  press: null,
  createdAt: '2026-03-02T10:00:00Z',
};

test('notes, and sentences that name a time, are in the order of the track', () =>
  expect(quotesOf([review], 200).map(({ second, text }) => [second, text])).toEqual([
    [20, 'The drums'],
    [72, 'The turn at 1:12 is great.'],
  ]));

/** A review with one note, a day later each. */
const noted = (day: number, atSecond: number, note = `Note ${day}`): TrackReview => ({
  ...review,
  id: `00000000-0000-4000-8000-00000000000${day}`,
  comment: 'No time here.',
  notes: [{ atSecond, note }],
  createdAt: `2026-03-0${day}T10:00:00Z`,
});
const cluster = { kind: 'lost', from: 31, to: 39, people: 9, heardBy: 14 } as const;
const about = (reviews: readonly TrackReview[]) =>
  quotesAbout(quotesOf(reviews, 200), cluster).map(({ text }) => text);

test('under a moment stand the three newest sentences about a second inside it', () => {
  expect(about([noted(1, 31), noted(4, 38), noted(2, 35), noted(3, 33)])).toEqual([
    'Note 4',
    'Note 3',
    'Note 2',
  ]);
  expect(about([noted(1, 30), noted(2, 39)])).toEqual([]);
});

test('listeners who marked the moment are quoted first, and nobody twice', () => {
  const marked: TrackReview = { ...noted(1, 32, 'It drags'), moments: [{ kind: 'lost', atSecond: 33 }] };
  const loved: TrackReview = { ...noted(2, 33, 'The best part'), moments: [{ kind: 'love', atSecond: 33 }] };
  const twice = {
    ...noted(3, 34),
    notes: [32, 36].map((atSecond) => ({ atSecond, note: `At ${atSecond}` })),
  };
  expect(about([marked, loved, twice])).toEqual(['It drags', 'At 32', 'The best part']);
});

test('a sentence that several wrote stands there once', () =>
  expect(about([noted(1, 31, 'Too loud'), noted(2, 35, 'Too loud'), noted(3, 33)])).toEqual([
    'Note 3',
    'Too loud',
  ]));

test('while the track plays, the last sentence about what was just heard is shown for eight seconds', () => {
  const quotes = quotesOf([noted(1, 31), noted(2, 33)], 200);
  expect(quoteAt(quotes, 30)).toBeUndefined();
  expect(quoteAt(quotes, 32)?.text).toBe('Note 1');
  expect(quoteAt(quotes, 33)?.text).toBe('Note 2');
  expect(quoteAt(quotes, 41)).toBeUndefined();
});
