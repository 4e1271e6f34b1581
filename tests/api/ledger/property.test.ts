import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { alarmsOf } from '#tests/support/alarms.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { acts, Play } from './ledger-model.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase();
});
afterAll(() => db.drop());

test('whatever people do in whatever order, the ledger answers and pays as the model says', async () => {
  const reached = new Set<string>();
  await fc.assert(
    fc.asyncProperty(fc.array(acts, { minLength: 10, maxLength: 60, size: 'max' }), async (steps) => {
      const play = await Play.start(db);
      for (const step of steps) await play.step(step);
      expect(await alarmsOf(db.auditDatabase)).toEqual([]);
      expect(await play.cashFits()).toBe(true);
      for (const status of play.statuses()) reached.add(status);
    }),
    { numRuns: 100 },
  );
  expect([...reached].sort()).toEqual(['approved', 'completed', 'pending', 'rejected', 'reversed']);
}, 180_000);
