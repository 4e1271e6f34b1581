import { describe, expect, it } from 'vitest';
import { curvePoints, retentionRows } from './retention-curve.ts';

describe('the retention of a track', () => {
  it('is told in stretches of the track', () => {
    expect(retentionRows([4, 4, 2, 0], 4, 120, 2)).toEqual([
      { from: 0, to: 60, listeners: 4, share: 1 },
      { from: 60, to: 120, listeners: 1, share: 0.25 },
    ]);
  });

  it('is drawn from all listeners at the top to nobody at the bottom', () => {
    expect(curvePoints([4, 1], 4)).toBe('0,0 50,0 50,75 100,75');
  });

  it('lies at the bottom before anybody has listened', () => {
    expect(curvePoints([0, 0], 0)).toBe('0,100 50,100 50,100 100,100');
    expect(retentionRows([0, 0], 0, 60, 2)).toEqual([{ from: 0, to: 60, listeners: 0, share: 0 }]);
  });
});
