import { expect, test } from 'vitest';
import { likelyAt } from './empty-queue-rules.ts';

const now = new Date('2030-05-15T12:00:00Z');
const hours = (count: number) => new Date(now.getTime() + count * 3_600_000);

test('without any track that got reviews lately there is no estimate of the next one', () => {
  expect(likelyAt(0, 14, now)).toBeNull();
});

test('the next track is expected after the mean time between those that got reviews in the last 14 days', () => {
  expect(likelyAt(168, 14, now)).toEqual(hours(2));
  expect(likelyAt(1, 14, now)).toEqual(hours(14 * 24));
});
