import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { alarmsOf } from '#tests/support/people/alarms.ts';
import { type Earshot, fixedStart, startEarshot } from '#tests/support/world/earshot.ts';
import { differences } from './balance-by-hand.ts';
import { Play, steps } from './balance-play.ts';

// More of them with MODEL_RUNS; a failure prints the seed with which it comes again as MODEL_SEED.
const { MODEL_RUNS: runs = '40', MODEL_SEED: seed } = process.env;
const parameters = { numRuns: Number(runs), ...(seed === undefined ? {} : { seed: Number(seed) }) };

let earshot: Earshot;
beforeAll(async () => {
  earshot = await startEarshot({ FREE_BUDGET_LEAST_CENTS: '2000' }, { startsAt: fixedStart });
});
afterAll(() => earshot.close());

test('after everything that can happen to reviews, every balance, place and date follows from the rows', async () => {
  const ended = new Map<string, number>();
  await fc.assert(
    fc.asyncProperty(fc.array(steps, { minLength: 15, maxLength: 40, size: 'max' }), async (taken) => {
      const play = await Play.begin(earshot);
      for (const step of taken) await play.step(step);
      await play.lookAfterDates();
      expect(await differences(earshot, play.artists)).toEqual([]);
      expect(await alarmsOf(earshot.testDatabase.auditDatabase)).toEqual([]);
      await play.end();
      for (const [how, times] of play.ended) ended.set(how, (ended.get(how) ?? 0) + times);
    }),
    { ...parameters, endOnFailure: true },
  );
  console.log(Object.fromEntries([...ended].sort()));
}, 300_000);
