import { createSecretKey } from 'node:crypto';
import { expect, test } from 'vitest';
import {
  averageRating,
  cardPeaks,
  type OwnTrackRow,
  reviewsADay,
  shownPeaks,
  toOwnTrack,
} from './track-rules.ts';

const key = createSecretKey(Buffer.alloc(32, 1));

const row: OwnTrackRow = {
  id: '3f0c8f1e-6a55-4a1e-9e0b-0a2f6b6f7c11',
  title: 'Night Bus',
  genre: 'indie',
  description: null,
  isBlind: false,
  status: 'active',
  durationMs: 123_456,
  peaks: Buffer.from([0, 128, 255]),
  coverKey: null,
  loudnessLufs: -14,
  priorityWeight: 1,
  reviewTarget: 5,
  version: 1,
  predecessorId: null,
  reviewCount: 2,
  ratingSum: 9,
  playCount: 3,
  heldUntil: null,
  takedown: null,
  delivered: 1,
  beingChecked: 0,
  recent: 1,
  listeningNow: 1,
  createdAt: new Date('2026-03-01T12:00:00.000Z'),
};

test('the average rating is the mean of the stars, and missing before the first review', () => {
  expect(averageRating(9, 2)).toBe(4.5);
  expect(averageRating(0, 0)).toBeNull();
});

test('peaks are returned in base64, and missing until the audio has been analyzed', () => {
  expect(shownPeaks(Buffer.from([0, 128, 255]))).toBe('AID/');
  expect(shownPeaks(null)).toBeNull();
});

test('a card has 100 bars, each halfway between the loudest peak and the mean of its part', () => {
  const peaks = Buffer.from(Array.from({ length: 800 }, (_, at) => (at % 8 === 0 ? 200 : 40)));
  expect(Buffer.from(cardPeaks(peaks) ?? '', 'base64')).toEqual(Buffer.alloc(100, (200 + 60) / 2));
  const rising = Buffer.from(Array.from({ length: 200 }, (_, at) => at));
  expect([...Buffer.from(cardPeaks(rising) ?? '', 'base64')].slice(0, 3)).toEqual([1, 3, 5]);
  expect(cardPeaks(Buffer.from([0, 128, 255]))).toBe('AID/');
  expect(cardPeaks(null)).toBeNull();
});

test('an artist’s track has seconds, an average and a date instead of stored values', () => {
  const {
    durationMs: _durationMs,
    coverKey: _coverKey,
    ratingSum: _ratingSum,
    recent: _recent,
    ...same
  } = row;
  expect(toOwnTrack(row, [], row.createdAt, key)).toEqual({
    ...same,
    assignments: [],
    openPlaces: 0,
    durationSeconds: 123.456,
    coverUrl: null,
    peaks: 'AID/',
    averageRating: 4.5,
    perDay: 1,
    createdAt: '2026-03-01T12:00:00.000Z',
  });
});

test('an artist’s track has the open places of its assignments', () => {
  const assignment = {
    id: '3f0c8f1e-6a55-4a1e-9e0b-0a2f6b6f7c12',
    reviews: 10,
    delivered: 4,
    openPlaces: 3,
    assignedAt: '2026-03-01T12:00:00.000Z',
    returningUntil: null,
    promisedAt: null,
    dated: 0,
    promise: null,
    stoppedFor: null,
    broughtReviews: null,
    expiresAt: '2027-03-01T12:00:00.000Z',
  };
  const assignments = [{ ...assignment, openPlaces: 2 }, assignment];
  expect(toOwnTrack(row, assignments, row.createdAt, key)).toMatchObject({ assignments, openPlaces: 5 });
});

test.each([
  [0, 3, 3],
  [1, 3, 3],
  [2, 3, 1.5],
  [14, 7, 0.5],
  [100, 7, 0.5],
])('after %i days with %i recent reviews the pace is %d a day', (days, recent, perDay) => {
  const uploadedAt = new Date('2026-03-01T12:00:00.000Z');
  expect(reviewsADay(recent, uploadedAt, new Date(uploadedAt.getTime() + days * 86_400_000))).toBe(perDay);
});
