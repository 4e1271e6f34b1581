import { expect, test } from 'vitest';
import { emptyVerdict, verdictOfTwenty } from '#tests/support/shown-verdicts.ts';
import { verdictCsv } from '#web/verdict/verdict-csv.ts';

const linesOf = (...verdict: Parameters<typeof verdictCsv>) =>
  verdictCsv(...verdict)
    .trim()
    .split('\r\n')
    .map((line) => line.replaceAll('"', ''));

test('every figure of the page has a line, with its limits and sample', () => {
  const lines = linesOf({
    ...verdictOfTwenty,
    stars: [0, 2, 4, 8, 4],
    reviewsLeftOut: 2,
    rating: {
      ...{ mean: 3.8, interval: { low: 3.5, high: 4.2 }, more: 6 },
      comparison: { genre: null, tracks: 14, mean: 3.2, claim: 'above' },
    },
  });
  expect(lines[0]).toBe('figure,from second,to second,value,low,high,of');
  for (const line of [
    'title,,,Night Bus,,,',
    'reviews,,,20,,,20',
    'stars: 4,,,8,,,18',
    'reviews left out,,,2,,,',
    'rating,,,3.8,3.5,4.2,18',
    'reviews to settle the rating,,,6,,,',
    'rating here: all genres,,,3.2,,,14',
    'stayed,,,7,0.181,0.567,20',
    'listeners left out,,,1,,,',
    'seconds that half of them heard,,,42,,,7',
    'stopped: sent,,,20,,,20',
    'share that stays here: rock,,,0.31,,,12',
    'still listening,60,,0.35,0.18,0.57,7',
    'skipped or would have,23,,6,,,20',
    'stands out: lost,31,39,9,,,14',
    'mark: lost,34,,9,,,',
    'mentions: drums,,,3,,,1',
  ])
    expect(lines).toContain(line);
});

test('with fewer than five listeners the file contains no more than the page', () => {
  const lines = linesOf({ ...emptyVerdict, staying: { ...emptyVerdict.staying, notYetCounted: 3 } });
  expect(lines).toContain('listeners not counted yet,,,3,,,');
  expect(lines.filter((line) => /^(stayed|stopped|still|rating|seconds)/.test(line))).toEqual([]);
});

test('if few stayed, each one’s seconds are on a line', () => {
  const staying = { ...verdictOfTwenty.staying, listeners: 8, stayed: 2, half: null, stayedSeconds: [6, 40] };
  expect(linesOf({ ...verdictOfTwenty, staying }).filter((line) => line.startsWith('seconds'))).toEqual([
    'seconds that one of them heard,,,6,,,',
    'seconds that one of them heard,,,40,,,',
  ]);
});
