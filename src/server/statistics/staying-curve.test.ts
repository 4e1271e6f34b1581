import { describe, expect, test } from 'vitest';
import { medianSeconds, type Stay, stayingCurve } from './staying.ts';

/** '12' stopped after 12 s, '12+' was still listening when the track or the connection ended. */
const staysOf = (text: string): Stay[] =>
  text.split(' ').map((stay) => ({ seconds: Number.parseInt(stay, 10), isCensored: stay.endsWith('+') }));

const samples = {
  A: `${'0 '.repeat(13)}4 17 31 42 66 120+ 120+`,
  B: '0 0 0 0 0 0 9 15+ 22 40+ 75 120+',
  C: '0 0 0 0 0',
  D: '60+ 60+ 60+ 60+ 60+',
  F: '0 0 0 10 10 20 20 50',
  aml: '9 13 13+ 18 23 28+ 31 34 45+ 48 161+',
};

/** Second, still at risk, share, low, high: shares as R's survival 3.5-3 gives them. */
const expected: Record<keyof typeof samples, readonly (readonly number[])[]> = {
  A: [
    [0, 7, 0.35, 0.181192, 0.567146],
    [4, 6, 0.3, 0.145477, 0.518973],
    [17, 5, 0.25, 0.111862, 0.468701],
    [31, 4, 0.2, 0.080658, 0.416017],
    [42, 3, 0.15, 0.052369, 0.360419],
    [66, 2, 0.1, 0.027866, 0.301034],
    [119, 2, 0.1, 0.027866, 0.301034],
  ],
  B: [
    [0, 6, 0.5, 0.253782, 0.746218],
    [9, 5, 0.416667, 0.19326, 0.680489],
    [15, 4, 0.416667, 0.19326, 0.680489],
    [22, 3, 0.3125, 0.120274, 0.601788],
    [75, 1, 0.15625, 0.032018, 0.509026],
  ],
  C: [[10, 0, 0, 0, 0.434482]],
  D: [[59, 5, 1, 0.565518, 1]],
  F: [
    [0, 5, 0.625, 0.305742, 0.863156],
    [10, 3, 0.375, 0.136844, 0.694258],
    [20, 1, 0.125, 0.022417, 0.470888],
    [50, 0, 0, 0, 0.324408],
  ],
  aml: [
    [8, 11, 1, 0.741167, 1],
    [9, 10, 0.909091, 0.622642, 0.983768],
    [13, 8, 0.818182, 0.523019, 0.948632],
    [18, 7, 0.715909, 0.416662, 0.898895],
    [31, 4, 0.490909, 0.222965, 0.76418],
    [48, 1, 0.184091, 0.037195, 0.568549],
  ],
};

describe('the staying curve', () => {
  test.each(Object.entries(expected))('sample %s has the published shares and limits', (name, rows) => {
    const curve = stayingCurve(staysOf(samples[name as keyof typeof samples]));
    for (const [second = 0, atRisk = 0, share = 0, low = 0, high = 0] of rows) {
      const point = curve.findLast((one) => one.second <= second);
      expect(point?.atRisk).toBe(atRisk);
      expect(point?.share).toBeCloseTo(share, 6);
      expect(point?.low).toBeCloseTo(low, 6);
      expect(point?.high).toBeCloseTo(high, 6);
    }
  });

  test('neither limit ever rises', () => {
    const curve = stayingCurve(staysOf('0 5+ 5+ 5+ 5+ 9 12+ 30 80+'));
    for (const [at, point] of curve.entries()) {
      expect(point.low).toBeLessThanOrEqual(curve[at - 1]?.low ?? 1);
      expect(point.high).toBeLessThanOrEqual(curve[at - 1]?.high ?? 1);
    }
  });

  test('has a single point without listeners', () => {
    expect(stayingCurve([])).toHaveLength(1);
  });
});

describe('the median of those who stayed', () => {
  test.each([
    ['4 17 31 42 66 120+ 120+', 42],
    ['9 15+ 22 40+ 75 120+', 75],
    ['10 10 20 20 50', 20],
    ['10 20 30 40', 25],
  ])('of %s is %d', (stays, median) => expect(medianSeconds(staysOf(stays))).toBe(median));

  test('is none if more than half stayed to the end', () =>
    expect(medianSeconds(staysOf('9 60+ 60+'))).toBeNull());
});
