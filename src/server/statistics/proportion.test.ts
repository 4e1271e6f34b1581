import { expect, test } from 'vitest';
import { clopperPearsonInterval, wilsonInterval } from './proportion.ts';

const published = [
  [0, 5, 0, 0.434482, 0, 0.521824],
  [1, 5, 0.036224, 0.624465, 0.005051, 0.716418],
  [5, 5, 0.565518, 1, 0.478176, 1],
  [7, 20, 0.181192, 0.567146, 0.153909, 0.592189],
  [6, 6, 0.609666, 1, 0.540742, 1],
  [10, 12, 0.551969, 0.953035, 0.515862, 0.979137],
  [13, 17, 0.527382, 0.90445, 0.501007, 0.931892],
  [16, 20, 0.583983, 0.919342, 0.563386, 0.942666],
  [3, 10, 0.107791, 0.603222, 0.06674, 0.652453],
] as const;

test.each(published)(
  'the intervals for %i of %i match published values',
  (k, n, wilsonLow, wilsonHigh, low, high) => {
    expect(wilsonInterval(k / n, n).low).toBeCloseTo(wilsonLow, 6);
    expect(wilsonInterval(k / n, n).high).toBeCloseTo(wilsonHigh, 6);
    expect(clopperPearsonInterval(k, n).low).toBeCloseTo(low, 6);
    expect(clopperPearsonInterval(k, n).high).toBeCloseTo(high, 6);
  },
);
