import { expect, test } from 'vitest';
import { cents } from '#contract/cents.ts';
import type { YearStatement } from '#contract/money/wallet/year-statement.ts';
import { readCsv } from '#tests/support/files/read-csv.ts';
import { statementRows, yearStatementCsv } from '#web/money/wallet/year-statement-rows.ts';

const none = cents(0);
const statement: YearStatement = {
  year: 2026,
  years: [2027, 2026],
  name: 'Ada',
  email: 'ada@example.org',
  openingCents: none,
  earnedCents: none,
  reversedCents: none,
  correctedCents: none,
  testFundsCents: none,
  paidOutCents: none,
  returnedCents: none,
  closingCents: none,
  payouts: [],
};

test('a year without entries shows its balances, earnings and payouts', () => {
  expect(statementRows(statement).map(({ what }) => what)).toEqual([
    'Balance on January 1, 2026',
    'Earned from approved reviews',
    'Paid out',
    'Balance on December 31, 2026',
  ]);
});

test('the file contains the sums, and each payout with its date', () => {
  const payoutId = '0b0c3a52-5f0f-4a8e-9d7e-0c35a8c1f2aa';
  const csv = yearStatementCsv({
    ...statement,
    earnedCents: cents(1500),
    reversedCents: cents(-15),
    paidOutCents: cents(-510),
    closingCents: cents(975),
    payouts: [
      { payoutId, kind: 'payout_completion', bookedAt: '2026-03-01T23:59:59Z', amountCents: cents(-510) },
    ],
  });
  expect(readCsv(csv).slice(1)).toEqual([
    ['2026', '', 'Balance on January 1, 2026', '', '0.00', 'USD'],
    ['2026', '', 'Earned from approved reviews', '', '15.00', 'USD'],
    ['2026', '', 'Reviews reversed', '', '-0.15', 'USD'],
    ['2026', '', 'Paid out', '', '-5.10', 'USD'],
    ['2026', '', 'Balance on December 31, 2026', '', '9.75', 'USD'],
    ['2026', '2026-03-01', 'Payout', payoutId, '-5.10', 'USD'],
  ]);
});

test('the current year ends with today’s balance', () => {
  expect(statementRows({ ...statement, years: [2026] }).at(-1)?.what).toBe('Balance today');
});
