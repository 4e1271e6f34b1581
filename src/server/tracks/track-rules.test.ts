import { expect, test } from 'vitest';
import { averageRating, type OwnTrackRow, shownPeaks, toOwnTrack } from './track-rules.ts';

const row: OwnTrackRow = {
  id: '3f0c8f1e-6a55-4a1e-9e0b-0a2f6b6f7c11',
  title: 'Night Bus',
  genre: 'indie',
  description: null,
  isBlind: false,
  status: 'active',
  durationMs: 123_456,
  peaks: Buffer.from([0, 128, 255]),
  loudnessLufs: -14,
  priorityWeight: 1,
  reviewTarget: 5,
  version: 1,
  predecessorId: null,
  reviewCount: 2,
  ratingSum: 9,
  playCount: 3,
  listeningNow: 1,
  createdAt: new Date('2026-03-01T12:00:00.000Z'),
};

test('the average rating is the mean of the stars, and none before the first review', () => {
  expect(averageRating(9, 2)).toBe(4.5);
  expect(averageRating(0, 0)).toBeNull();
});

test('peaks are shown in base64, and as none until the audio has been analyzed', () => {
  expect(shownPeaks(Buffer.from([0, 128, 255]))).toBe('AID/');
  expect(shownPeaks(null)).toBeNull();
});

test("an artist's track has seconds, an average and a date in place of what is stored", () => {
  const { durationMs: _durationMs, ratingSum: _ratingSum, ...same } = row;
  expect(toOwnTrack(row)).toEqual({
    ...same,
    durationSeconds: 123.456,
    peaks: 'AID/',
    averageRating: 4.5,
    createdAt: '2026-03-01T12:00:00.000Z',
  });
});
