import { expect, test } from 'vitest';
import { firstMinuteLine, firstMinuteSteps, stayingShapes } from './curve-shapes.ts';

const point = (second: number, share: number) => ({
  second,
  share,
  low: share / 2,
  high: (1 + share) / 2,
  atRisk: 1,
});

test('the staying curve starts at the end of the paid minute and continues to the end of the track', () => {
  const { line, band } = stayingShapes([point(0, 0.5), point(30, 0.25)], 120);
  expect(line).toBe('50.000,50.00 75.000,50.00 75.000,75.00 100.000,75.00');
  expect(band.split(' ')).toHaveLength(8);
});

test('the line of the first minute falls with each listener who leaves, and ends with the minute', () => {
  const gone = Array.from({ length: 60 }, (_, second) => (second < 30 ? 0 : 5));
  const points = firstMinuteLine({ listeners: 10, gone }, 120).split(' ');
  expect(points[0]).toBe('0.000,0.00');
  expect(points.at(-1)).toBe('50.000,50.00');
});

test('the table of the first minute has a row for its start, and one whenever listeners left', () =>
  expect(firstMinuteSteps({ listeners: 10, gone: [0, 0, 1, 1, 3, 3] })).toEqual([
    { second: 0, gone: 0 },
    { second: 2, gone: 1 },
    { second: 4, gone: 3 },
  ]));

test('without listeners there is no line', () =>
  expect(firstMinuteLine({ listeners: 0, gone: [] }, 120)).toBe(''));
