import { expect, test } from 'vitest';
import { cents } from '#contract/cents.ts';
import { statementCsv } from './movement-texts.ts';

test('a movement is a line with texts that are not formulas and amounts that are numbers', () => {
  const csv = statementCsv([
    {
      id: 7,
      kind: 'reward_reversal',
      createdAt: '2026-03-01T12:00:00.000Z',
      availableCents: cents(-10),
      pendingCents: cents(0),
      owedCents: cents(-5),
      balanceCents: cents(0),
      trackTitle: 'Night Bus',
      reason: '=HYPERLINK("x")',
    },
  ]);
  expect(csv.split('\r\n')[1]).toBe(
    '"2026-03-01T12:00:00.000Z","7","Review reversed: Night Bus","\'=HYPERLINK(""x"")",-0.10,0.00,-0.05,0.00',
  );
});
