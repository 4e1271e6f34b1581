import { expect, test } from 'vitest';
import type { Picked } from './balance-rules.ts';
import { forecastOf, type Supply } from './forecast-rules.ts';

const now = new Date('2026-03-10T12:00:00.000Z');
/** Two reviews a day by plenty of listeners, and nothing in the queue. */
const quiet: Supply = { openPlaces: [0, 0, 0, 0, 0], approved: 28, activeListeners: 100 };
const bought = (reviews: number, more: Partial<Picked> = {}): Picked => ({
  lotId: 'lot',
  reviews,
  dated: reviews,
  weight: 1,
  ...more,
});
const forecast = (
  picked: readonly Picked[],
  {
    supply = {},
    reviewers = 0,
    opensAt = null,
  }: { supply?: Partial<Supply>; reviewers?: number; opensAt?: Date | null } = {},
) => forecastOf({ ...quiet, ...supply }, picked, { reviewers, opensAt, now });
const endOf = (day: string) => `${day}T23:59:59.999Z`;

test('the date is the end of the day on which the last review would be there, and one day to spare', () => {
  expect(forecast([bought(10)])).toEqual({
    reviews: 10,
    dated: 10,
    promisedAt: endOf('2026-03-16'),
    weeks: 1,
    smaller: null,
  });
});

test('without approved reviews there is neither a date nor a pace', () => {
  const none = { reviews: 10, dated: 0, promisedAt: null, weeks: null, smaller: null };
  expect(forecast([bought(10)], { supply: { approved: 0 } })).toEqual(none);
});

test('places of the same rank or a higher one come first, those of lower ranks do not', () => {
  const before = (openPlaces: number[]) => forecast([bought(10)], { supply: { openPlaces } }).promisedAt;
  expect(before([50, 0, 0, 0, 0])).toBe(endOf('2026-03-16'));
  for (const openPlaces of [
    [0, 4, 0, 0, 0],
    [0, 0, 4, 0, 0],
    [0, 0, 0, 0, 4],
  ]) {
    expect(before(openPlaces)).toBe(endOf('2026-03-18'));
  }
  expect(
    forecast([bought(10, { weight: 3 })], { supply: { openPlaces: [0, 20, 20, 0, 0] } }).promisedAt,
  ).toBe(endOf('2026-03-16'));
});

test('more than 14 days get no date, but a smaller number does', () => {
  expect(forecast([bought(26)]).promisedAt).toBe(endOf('2026-03-24'));
  expect(forecast([bought(27)])).toEqual({
    reviews: 27,
    dated: 0,
    promisedAt: null,
    weeks: 3,
    smaller: { reviews: 26, promisedAt: endOf('2026-03-24') },
  });
});

test('a smaller number is taken from the lots in the same order', () => {
  const free = bought(5, { lotId: 'free', dated: 0, weight: 0 });
  expect(forecast([free, bought(27)]).smaller).toEqual({ reviews: 31, promisedAt: endOf('2026-03-24') });
});

test('a date needs two active listeners a review who have not reviewed the track', () => {
  expect(forecast([bought(10)], { supply: { activeListeners: 20 } }).dated).toBe(10);
  expect(forecast([bought(10)], { supply: { activeListeners: 20 }, reviewers: 1 })).toMatchObject({
    promisedAt: null,
    smaller: { reviews: 9 },
  });
  expect(forecast([bought(1)], { supply: { activeListeners: 1 } })).toMatchObject({ smaller: null });
});

test('of several lots the date covers those that can have one, at their own rank', () => {
  const free = bought(5, { lotId: 'free', dated: 0, weight: 0 });
  expect(forecast([bought(10), free])).toMatchObject({
    reviews: 15,
    dated: 10,
    promisedAt: endOf('2026-03-16'),
    weeks: 2,
  });
  expect(forecast([free])).toMatchObject({ dated: 0, promisedAt: null, weeks: 1, smaller: null });
  // Of a lot that was assigned in part before, the date is for the rest.
  expect(forecast([bought(10, { dated: 4 })])).toMatchObject({ dated: 4, promisedAt: endOf('2026-03-13') });
});

test('places that open to all later are not filled before', () => {
  const opensAt = new Date(now.getTime() + 5 * 86_400_000);
  expect(forecast([bought(10)], { opensAt }).promisedAt).toBe(endOf('2026-03-21'));
  // The queue before them passes meanwhile.
  expect(forecast([bought(10)], { opensAt, supply: { openPlaces: [0, 8, 0, 0, 0] } }).promisedAt).toBe(
    endOf('2026-03-21'),
  );
});
