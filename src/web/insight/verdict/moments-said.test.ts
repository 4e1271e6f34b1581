import { expect, test } from 'vitest';
import type { TrackReview } from '#contract/reviewing/reviews/reviews.ts';
import { momentsSaid } from './moments-said.ts';

const review: TrackReview = {
  id: '00000000-0000-4000-8000-000000000001',
  listenerName: 'Juno',
  rating: 4,
  comment: 'Slow start. The turn at 1:12 is great. Nothing at 9:00.',
  prompts: { worked: null, didNotWork: null, toChange: null },
  notes: [{ atSecond: 20, note: 'The drums' }],
  status: 'approved',
  isTakenDown: false,
  mark: null,
  createdAt: '2026-03-02T10:00:00Z',
};

test('notes, and sentences that name a time, are in the order of the track', () =>
  expect(momentsSaid([review], 200).map(({ second, text }) => [second, text])).toEqual([
    [20, 'The drums'],
    [72, 'The turn at 1:12 is great.'],
  ]));
