import { expect, test } from 'vitest';
import { secondsToCompare } from '#contract/music/versions/version-rules.ts';
import {
  countedMilliseconds,
  levels,
  missingSeconds,
  otherSide,
  panelEnd,
  returningPlaces,
  sentBeforeChoice,
} from './version-rules.ts';

test('half of the reviews is for five or more returning reviewers first, at most one each', () => {
  expect([returningPlaces(4, 20), returningPlaces(5, 20), returningPlaces(14, 20)]).toEqual([0, 5, 10]);
  expect([returningPlaces(5, 1), returningPlaces(5, 5), returningPlaces(5, 0)]).toEqual([0, 2, 0]);
});

test('they are for returning reviewers for five days', () =>
  expect(panelEnd(new Date('2026-02-26T12:00:00Z'))).toEqual(new Date('2026-03-03T12:00:00Z')));

test('30 different seconds of each are needed, or all of a shorter version', () => {
  expect(secondsToCompare(180_000)).toBe(30);
  expect(secondsToCompare(30_000)).toBe(30);
  expect(secondsToCompare(29_999)).toBe(29);
  expect(missingSeconds({ durationMs: 180_000, seconds: 29 })).toBe(1);
  expect(missingSeconds({ durationMs: 180_000, seconds: 45 })).toBe(0);
  expect(missingSeconds({ durationMs: 12_400, seconds: 11 })).toBe(1);
});

test('the minute is not complete while seconds of one version are missing, however long the other was heard', () => {
  expect(countedMilliseconds(90_000, 12, 60_000)).toBe(48_000);
  expect(countedMilliseconds(20_000, 12, 60_000)).toBe(20_000);
  expect(countedMilliseconds(61_000, 0, 60_000)).toBe(61_000);
  expect(countedMilliseconds(90_000, 60, 60_000)).toBe(0);
});

test('the louder version is turned down by the difference, and nothing is turned up', () => {
  expect(levels(-9, -15)).toEqual({ new: expect.closeTo(0.501, 3), former: 1 });
  expect(levels(-20, -8)).toEqual({ new: 1, former: expect.closeTo(0.251, 3) });
  expect(levels(-14, -14)).toEqual({ new: 1, former: 1 });
});

test('if one version was not measured both stay unchanged', () => {
  expect(levels(null, -8)).toEqual({ new: 1, former: 1 });
  expect(levels(-8, null)).toEqual({ new: 1, former: 1 });
});

test('each side has the other', () => expect([otherSide('a'), otherSide('b')]).toEqual(['b', 'a']));

test('before the choice both versions have as much as the shorter one, and at one bitrate the same size', () => {
  const [long, short] = [
    { byteLength: 1_243_011, durationMs: 77_688 },
    { byteLength: 1_199_961, durationMs: 74_998 },
  ];
  const sent = sentBeforeChoice(long, short);
  expect(sent?.durationMs).toBe(74_000);
  expect(sent).toEqual(sentBeforeChoice(short, long));
  expect(sent?.byteLength).toBeLessThan(short.byteLength);
});

test('at different bitrates each version has its own size of those seconds', () => {
  const [one, other] = [
    { byteLength: 3_000_000, durationMs: 75_000 },
    { byteLength: 1_200_000, durationMs: 75_500 },
  ];
  expect(sentBeforeChoice(one, other)).toEqual({ byteLength: 3_000_000, durationMs: 75_000 });
  expect(sentBeforeChoice(other, one)).toEqual({ byteLength: 1_192_052, durationMs: 75_000 });
});

test('a version that is shorter than what has to be heard shortens no other', () => {
  const [short, long] = [
    { byteLength: 320_000, durationMs: 20_000 },
    { byteLength: 1_440_000, durationMs: 90_000 },
  ];
  expect(sentBeforeChoice(long, short)).toBeUndefined();
  expect(sentBeforeChoice(short, { ...short, durationMs: 29_000 })).toBeUndefined();
});
