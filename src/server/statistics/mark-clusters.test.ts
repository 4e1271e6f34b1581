import { describe, expect, test } from 'vitest';
import { findMarkClusters, tailProbabilities } from './mark-clusters.ts';

const whole = Array.from({ length: 180 }, (_, second) => second);
const planted = [[31], [33, 90], [34], [36, 120], [37], [10], [60, 150], [100], [75], [140], [5, 165], []];
const listenersOf = (marks: readonly (readonly number[])[], heard: readonly number[] = whole) =>
  marks.map((one) => ({ heard, marks: [one] }));
const scan = { durationSeconds: 180, kinds: 1, seed: 1, from: 0 };

test('the chance that many listeners mark one window matches published values', () => {
  const marks = [1, 2, 3, 1, 0, 2, 1, 1, 4, 2, 1, 2];
  const tails = tailProbabilities(marks.map((count) => 1 - (1 - 8 / 180) ** count));
  expect(tails[3]).toBeCloseTo(0.047522685, 9);
  expect(tails[4]).toBeCloseTo(0.007212817, 9);
  expect(tails[5]).toBeCloseTo(0.000760775, 9);
  expect(tails[6]).toBeCloseTo(0.000056495, 9);
});

describe('clusters of marks', () => {
  test('five of twelve marking one moment are found, with the published p', () => {
    const [found, ...others] = findMarkClusters(listenersOf(planted), scan);
    expect(others).toEqual([]);
    expect(found).toMatchObject({ kind: 0, from: 30, to: 38, people: 5, heardBy: 12 });
    expect(Math.abs((found?.p ?? 1) - 0.0189)).toBeLessThan(0.01);
  });

  test('the same seed gives the same result', () =>
    expect(findMarkClusters(listenersOf(planted), scan)).toEqual(
      findMarkClusters(listenersOf(planted), scan),
    ));

  test('marks spread over the track form no cluster', () =>
    expect(findMarkClusters(listenersOf(planted.map((_, at) => [40 + at * 11])), scan)).toEqual([]));

  test('two listeners form no cluster, however exact', () =>
    expect(findMarkClusters(listenersOf([[50], [50], [], [], []]), scan)).toEqual([]));

  test('ten marks by one listener count as one listener', () => {
    const often = [[40, 45, 50, 55, 60, 65, 70, 75, 80, 85], [], [], [], []];
    expect(findMarkClusters(listenersOf(often), scan)).toEqual([]);
  });

  test('no cluster is found before 0:30', () =>
    expect(findMarkClusters(listenersOf(planted.map(() => [12])), { ...scan, from: 30 })).toEqual([]));

  test('a listener who heard less than 6 s of a moment does not count for it', () => {
    const most = listenersOf(Array.from({ length: 9 }, () => [100]));
    const briefly = { heard: whole.filter((second) => second < 100), marks: [[]] };
    const [found] = findMarkClusters([...most, briefly, briefly], { ...scan, from: 30 });
    expect(found).toMatchObject({ people: 9, heardBy: 11, from: 93 });
    const [later] = findMarkClusters([...listenersOf(Array.from({ length: 9 }, () => [107])), briefly], {
      ...scan,
      from: 30,
    });
    expect(later).toMatchObject({ people: 9, heardBy: 9, from: 100 });
  });

  test('a second moment and another kind are found beside the first', () => {
    const listeners = Array.from({ length: 12 }, (_, at) => ({
      heard: whole,
      marks: [at < 9 ? [60] : [], at < 9 ? [140] : []],
    }));
    const found = findMarkClusters(listeners, { durationSeconds: 180, kinds: 2, seed: 3 });
    expect(found.map(({ kind, people }) => [kind, people])).toEqual([
      [0, 9],
      [1, 9],
    ]);
  });

  test('a moment that overlaps a found one is not found as well, of the same kind or another', () => {
    const listeners = Array.from({ length: 12 }, (_, at) => ({
      heard: whole,
      marks: [at < 10 ? [60] : [], at < 8 ? [57] : [], at < 8 ? [140] : []],
    }));
    const found = findMarkClusters(listeners, { durationSeconds: 180, kinds: 3, seed: 3 });
    expect(found.map(({ kind, people }) => [kind, people])).toEqual([
      [0, 10],
      [2, 8],
    ]);
    const alone = listeners.map(({ heard, marks: [, second = []] }) => ({ heard, marks: [second] }));
    expect(findMarkClusters(alone, { durationSeconds: 180, kinds: 1, seed: 3 })).toHaveLength(1);
  });

  test('adjacent windows are both found', () => {
    const listeners = Array.from({ length: 12 }, (_, at) => ({
      heard: whole,
      marks: [at < 9 ? [60] : [], at < 9 ? [68] : []],
    }));
    const found = findMarkClusters(listeners, { durationSeconds: 180, kinds: 2, seed: 3 });
    expect(found).toMatchObject([
      { kind: 0, from: 53, to: 61 },
      { kind: 1, from: 61, to: 69 },
    ]);
  });

  test('a track shorter than a window has no clusters', () =>
    expect(findMarkClusters(listenersOf([[1], [1], [1]]), { ...scan, durationSeconds: 6 })).toEqual([]));
});
