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
