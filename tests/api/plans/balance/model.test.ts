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

test('after random acts, also at once and with connections killed, every balance, place and date follows from the rows', async () => {
  const reached = new Set<string>();
  await fc.assert(
    fc.asyncProperty(fc.array(steps, { minLength: 15, maxLength: 40, size: 'max' }), async (taken) => {
      const play = await Play.begin(earshot);
      for (const step of taken) await play.step(step);
      await play.lookAfterDates();
      expect(await differences(earshot, play.artists)).toEqual([]);
      expect(await alarmsOf(earshot.testDatabase.auditDatabase)).toEqual([]);
      for (const fate of [...play.endings, ...(await play.fates())]) reached.add(fate);
      await play.end();
    }),
    { ...parameters, endOnFailure: true },
  );
  expect([...reached]).toEqual(
    expect.arrayContaining([
      'add: done',
      'add: too_few_reviews',
      'delete: done',
      'lot free',
      'lot missed',
      'lot pack',
      'lot pack closed',
      'lot plan',
      'lot plan closed',
      'promise kept',
      'promise missed',
      'promise open',
      'reverse: done',
      'take back: done',
      'take back: too_few_places',
      'undo: done',
      'version: done',
    ]),
  );
}, 300_000);
