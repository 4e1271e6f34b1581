import { beforeAll, describe, expect, test } from 'vitest';
import { honestOutcome, type StrategyOutcome, strategyOutcomes } from '#tests/support/trust/outcomes.ts';
import { type Run, runTrust } from '#tests/support/trust/run-trust.ts';
import { createTestDatabase } from '#tests/support/world/database.ts';

// A small size of `npm run bench:trust`, with rings just larger than households; docs/measurements.md has the full one.
const caughtInTime = [
  'word salad, one machine',
  'templated texts, one network',
  'many accounts, one network, one script',
  'one payee, proxies in turn',
];
const leavesNoTrace = 'model texts, everything of their own';
const size = { honest: 12, accounts: 5, days: 2, tracks: 20, only: [...caughtInTime, leavesNoTrace] };

let run: Run;
let outcomes: ReadonlyMap<string, StrategyOutcome>;
beforeAll(async () => {
  const { database, ownerDatabase, drop } = await createTestDatabase();
  run = await runTrust(size, { app: database, owner: ownerDatabase, close: drop });
  outcomes = new Map(strategyOutcomes(run).map((outcome) => [outcome.name, outcome]));
}, 300_000);

test('every strategy runs, and is paid out nothing without a person’s decision', () => {
  expect(outcomes.size).toBe(size.only.length);
  for (const { name, sent, paidCents, stops } of outcomes.values()) {
    expect(sent, name).toBeGreaterThanOrEqual(size.accounts);
    expect(paidCents, name).toBe(0);
    expect(stops, name).not.toContain('invalid_token');
  }
});

test('accounts that share nothing and write new texts are not detected', () => {
  expect(outcomes.get(leavesNoTrace)).toMatchObject({ inOneCluster: 0, stops: [] });
});

describe.each(caughtInTime)('%s', (name) => {
  test('earns less than a dollar per account, and is in one cluster that one decision stops', () => {
    expect(outcomes.get(name)).toMatchObject({ inOneCluster: 1, decidedAtOnce: 1, missed: [] });
  });
});

test('honest reviews wait at most a day, and no honest user is in a cluster or refused pay', () => {
  const honest = honestOutcome(run);
  expect(honest.reviews).toBeGreaterThan(0);
  expect(honest).toMatchObject({ longWaits: 0, missed: [] });
});
