import { describe, expect, test } from 'vitest';
import { daysForWaits, daysToFill, forecastOf, promisedDate, type Supply } from './forecast-rules.ts';

const now = new Date('2026-03-10T09:00:00.000Z');
const aSupply = (change: Partial<Supply> = {}): Supply => ({
  openPlaces: [100, 40, 20, 10, 5],
  approved: 140,
  activeListeners: 60,
  sent: 0,
  waited: 0,
  ...change,
});

describe('a forecast', () => {
  test('counts open places of the same and higher ranks, its own, and one more day', () => {
    expect(daysToFill(aSupply(), { reviewTarget: 5, rank: 3 }, now)).toBe(3);
    expect(daysToFill(aSupply(), { reviewTarget: 5, rank: 1 }, now)).toBe(9);
    expect(daysToFill(aSupply(), { reviewTarget: 5, rank: 0 }, now)).toBe(19);
  });

  test('is missing if nothing was approved', () => {
    expect(daysToFill(aSupply({ approved: 0 }), { reviewTarget: 5, rank: 1 }, now)).toBeNull();
    expect(forecastOf(aSupply({ approved: 0 }), { reviewTarget: 5, rank: 1 }, true, now)).toEqual({
      reviewTarget: 5,
      later: null,
      promisedAt: null,
      weeks: null,
      smaller: null,
    });
  });
});

describe('the extra days for reviews that wait for a person', () => {
  test.each([
    [0, 20, 1],
    [0.01, 20, 1],
    [0.01, 50, 1],
    [0.02, 20, 2],
    [0.05, 20, 2],
    [0.05, 5, 2],
    [0.1, 20, 3],
    [0.5, 20, 4],
    [1, 5, 4],
  ])('for a share of %f of reviews and a target of %i: %i', (share, target, days) => {
    expect(daysForWaits(target, { sent: 1000, waited: share * 1000 })).toBe(days);
    const supply = aSupply({ sent: 1000, waited: share * 1000 });
    expect(daysToFill(supply, { reviewTarget: 5, rank: 3 }, now)).toBe(2 + daysForWaits(5, supply));
  });

  test('are one if nothing was sent', () => {
    expect(daysForWaits(20, { sent: 0, waited: 0 })).toBe(1);
  });
});

describe('reviews that open later', () => {
  const opensAt = new Date('2026-03-17T09:00:00.000Z');

  test('start at the later of their opening date and the date for the rest', () => {
    const asked = { reviewTarget: 5, rank: 3, later: { places: 4, opensAt } };
    expect(daysToFill(aSupply(), asked, now)).toBeCloseTo(7 + 0.4 + 1, 5);
    const crowded = { ...asked, rank: 0 };
    expect(daysToFill(aSupply(), crowded, now)).toBe(19);
  });

  test('are shown before the upload, and a smaller target has fewer of them', () => {
    const asked = { reviewTarget: 30, rank: 3, later: { places: 24, opensAt } };
    const told = forecastOf(aSupply({ activeListeners: 20 }), asked, true, now);
    expect(told).toMatchObject({
      later: { places: 24, opensAt: opensAt.toISOString() },
      promisedAt: null,
      smaller: { reviewTarget: 10, wantedTarget: 10, promisedAt: '2026-03-18T23:59:59.999Z' },
    });
  });
});

describe('a promised date', () => {
  const asked = { reviewTarget: 30, rank: 1 };

  test('is the end of the forecast day within 14 days', () => {
    expect(promisedDate(aSupply(), { reviewTarget: 5, rank: 1 }, now)?.toISOString()).toBe(
      '2026-03-19T23:59:59.999Z',
    );
  });

  test('can be up to the fourteenth day', () => {
    const supply = aSupply({ openPlaces: [8], approved: 14 });
    expect(promisedDate(supply, { reviewTarget: 5, rank: 0 }, now)?.toISOString()).toBe(
      '2026-03-24T23:59:59.999Z',
    );
  });

  test('is missing if the forecast is longer, or too few listeners are active', () => {
    expect(promisedDate(aSupply({ approved: 114 }), asked, now)).not.toBeNull();
    expect(promisedDate(aSupply({ approved: 113 }), asked, now)).toBeNull();
    expect(promisedDate(aSupply({ activeListeners: 60 }), asked, now)).not.toBeNull();
    expect(promisedDate(aSupply({ activeListeners: 59 }), asked, now)).toBeNull();
  });

  test('is offered for the largest smaller target that can be promised', () => {
    expect(forecastOf(aSupply({ activeListeners: 40 }), asked, true, now)).toMatchObject({
      reviewTarget: 30,
      promisedAt: null,
      weeks: 2,
      smaller: { reviewTarget: 20 },
    });
    expect(forecastOf(aSupply({ activeListeners: 10 }), asked, true, now).smaller?.reviewTarget).toBe(5);
    expect(forecastOf(aSupply({ activeListeners: 9 }), asked, true, now).smaller).toBeNull();
  });

  test('is not accompanied by a smaller target', () => {
    expect(forecastOf(aSupply(), asked, true, now)).toMatchObject({ smaller: null });
  });

  test('is never given for an upload on a credit', () => {
    expect(forecastOf(aSupply(), { reviewTarget: 30, rank: 3 }, false, now)).toMatchObject({
      promisedAt: null,
      weeks: 1,
      smaller: null,
    });
  });
});

describe('a new version', () => {
  const keptUntil = new Date('2026-03-15T09:00:00.000Z');
  const moved = { movedPlaces: 10, movedLater: null, movedRank: 1, keptOf: () => null };
  const asked = { reviewTarget: 20, rank: 1, version: moved };

  test('gets the moved places, and those already open count as before', () => {
    expect(daysToFill(aSupply(), asked, now)).toBe(
      daysToFill(aSupply(), { ...asked, reviewTarget: 20, version: undefined }, now),
    );
    const uncounted = { ...asked, rank: 0, version: { ...moved, movedRank: null } };
    expect(daysToFill(aSupply(), uncounted, now)).toBe((175 + 30) / 10 + 1);
    const promoted = { ...asked, version: { ...moved, movedRank: 0 } };
    expect(daysToFill(aSupply(), promoted, now)).toBe((75 + 30) / 10 + 1);
    expect(forecastOf(aSupply(), asked, true, now)).toMatchObject({ reviewTarget: 30 });
  });

  test('needs twice as many active listeners as it has places, moved ones included', () => {
    expect(promisedDate(aSupply({ activeListeners: 60 }), asked, now)).not.toBeNull();
    expect(promisedDate(aSupply({ activeListeners: 59 }), asked, now)).toBeNull();
  });

  test('can be requested with a smaller target, shown with the moved places', () => {
    expect(forecastOf(aSupply({ activeListeners: 50 }), asked, true, now).smaller).toMatchObject({
      reviewTarget: 25,
      wantedTarget: 15,
    });
  });

  test('is not promised before the reserved places open to all, because returning reviewers may not come', () => {
    const version = { ...moved, keptOf: (places: number) => ({ places: places / 2, opensAt: keptUntil }) };
    expect(daysToFill(aSupply({ openPlaces: [0, 10, 0, 0, 0] }), { ...asked, version }, now)).toBe(
      5 + 1.5 + 1,
    );
  });
});
