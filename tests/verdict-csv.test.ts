import { expect, test } from 'vitest';
import { verdictOfTwenty } from '#tests/support/screens/shown-verdicts.ts';
import { verdictCsv } from '#web/insight/verdict/verdict-csv.ts';

test('saved figures have at most four decimals, and 0 is 0', () => {
  const { staying } = verdictOfTwenty;
  const point = { second: 10, share: 6.9e-18, low: -1e-17, high: 0.375_479_632_1, atRisk: 7 };
  const lines = verdictCsv({ ...verdictOfTwenty, staying: { ...staying, curve: [point] } }).split('\r\n');
  expect(lines).toContain('"still listening","70","","0","0","0.3755","7"');
  expect(lines.filter((line) => /\.\d{5}|e-/.test(line))).toEqual([]);
});

test('genres, marks and stops are saved in the words of the page', () => {
  const { staying, rating } = verdictOfTwenty;
  if (rating === null) throw new Error('This track has no rating.');
  const comparison = { genre: 'r&b', tracks: 30, mean: 3.6, claim: null } as const;
  const saved = verdictCsv({
    ...verdictOfTwenty,
    rating: { ...rating, comparison },
    staying: { ...staying, stops: [{ kind: 'end', count: 2 }] },
    marks: [{ kind: 'skip', second: 12, count: 3 }],
  });
  for (const words of ['rating here: R&B', 'stopped: heard it to the end', "mark: I'd skip here"])
    expect(saved).toContain(`"${words}"`);
});
