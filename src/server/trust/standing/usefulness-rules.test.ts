import { expect, test } from 'vitest';
import { type Habits, isLot, type Mark, noTally, type Tally, usefulnessOf } from './usefulness-rules.ts';

const markedAt = new Date('2026-03-02T10:00:00Z');
const byArtist = (artistId: string, stars: number, isUseful: boolean, minutes = 0): Mark => ({
  artistId,
  stars,
  isUseful,
  markedAt: new Date(markedAt.getTime() + minutes * 60_000),
});
const artists = Array.from({ length: 10 }, (_, place) => `artist ${place}`);

/** Artists who each marked so many reviews of these stars. */
const habits = (ofArtist: Readonly<Record<number, Tally>>, markers = artists.length): Habits => ({
  ofArtist: (_, stars) => ofArtist[stars] ?? noTally,
  ofAll: (stars) => {
    const { marks, useful } = ofArtist[stars] ?? noTally;
    return { marks: markers * marks, useful: markers * useful };
  },
});

test('without marks there is no usefulness', () => {
  expect(usefulnessOf([], habits({}))).toEqual({ marks: 0, markArtists: 0, usefulness: null });
});

test('a mark counts by its difference from the artist’s usual mark for that number of stars', () => {
  const habit = habits({ 4: { marks: 5, useful: 3 } });
  // Expected: (3 + 5 x 0.6) / (5 + 5) = 0.6. The platform's mean: 0.6. So 0.6 + (1 - 0.6) and 0.6 + (0 - 0.6).
  expect(usefulnessOf([byArtist('a', 4, true)], habit).usefulness).toBeCloseTo(1);
  expect(usefulnessOf([byArtist('a', 4, false)], habit).usefulness).toBeCloseTo(0);
  const both = [byArtist('a', 4, true), byArtist('b', 4, false)];
  // 0.6 + ((1 - 0.6) + (0 - 0.6)) / 2 = 0.5
  expect(usefulnessOf(both, habit)).toEqual({ marks: 2, markArtists: 2, usefulness: expect.closeTo(0.5) });
});

test('an artist who marks everything useful hardly affects a listener', () => {
  const habit: Habits = {
    ofArtist: () => ({ marks: 995, useful: 995 }),
    ofAll: (stars) => (stars === 3 ? { marks: 2000, useful: 1000 } : noTally),
  };
  // Expected: (995 + 5 x 0.5) / 1000 = 0.9975, so the mark moves the mean of 0.5 by 0.0025.
  expect(usefulnessOf([byArtist('a', 3, true)], habit).usefulness).toBeCloseTo(0.5025);
});

test('a mark for a number of stars never marked before is expected to be not useful', () => {
  const habit = habits({ 4: { marks: 10, useful: 5 } });
  expect(usefulnessOf([byArtist('a', 1, false)], habit).usefulness).toBe(0.5);
  expect(usefulnessOf([byArtist('a', 1, true)], habit).usefulness).toBe(1);
});

test('stars have no effect, even if every artist rewards praise', () => {
  const praise = habits({ 5: { marks: 10, useful: 9 }, 1: { marks: 10, useful: 3 } });
  // The same texts: with five stars nine of ten artists say useful, with one star three of ten.
  const kind = artists.map((artist, place) => byArtist(artist, 5, place < 9));
  const harsh = artists.map((artist, place) => byArtist(artist, 1, place < 3));
  expect(usefulnessOf(kind, praise).usefulness).toBeCloseTo(0.6);
  expect(usefulnessOf(harsh, praise).usefulness).toBeCloseTo(0.6);
});

test('only the latest three marks of an artist count', () => {
  const habit = habits({ 4: { marks: 10, useful: 5 } });
  const marks = [false, false, true, true, true].map((isUseful, place) => byArtist('a', 4, isUseful, place));
  expect(usefulnessOf(marks, habit)).toEqual({ marks: 3, markArtists: 1, usefulness: 1 });
  const worst = marks.map((mark) => ({ ...mark, markedAt: new Date(-mark.markedAt.getTime()) }));
  expect(usefulnessOf(worst, habit).usefulness).toBeCloseTo(0.5 + (1 - 2) / 3 / 2);
});

test('usefulness stays between 0 and 1', () => {
  const harsh = habits({ 2: { marks: 10, useful: 1 }, 5: { marks: 90, useful: 89 } });
  expect(usefulnessOf([byArtist('a', 2, true)], harsh).usefulness).toBe(1);
});

test('marks enter in batches of at least five, by at least three artists', () => {
  const marksByArtist = (...counts: number[]) =>
    counts.flatMap((count, place) => Array.from({ length: count }, () => ({ artistId: `artist ${place}` })));
  expect(isLot(marksByArtist(2, 1, 1))).toBe(false);
  expect(isLot(marksByArtist(3, 2))).toBe(false);
  expect(isLot(marksByArtist(2, 2, 1))).toBe(true);
  expect(isLot(marksByArtist(1, 1, 1, 1, 1))).toBe(true);
  // More than three of one artist are none more.
  expect(isLot(marksByArtist(9, 1))).toBe(false);
  expect(isLot(marksByArtist(9, 1, 1))).toBe(true);
});
