import { csvOf } from '#contract/csv.ts';
import type { YearStatement } from '#contract/money/wallet/year-statement.ts';
import type { Cents } from '#contract/primitives.ts';

export interface StatementRow {
  readonly what: string;
  readonly cents: Cents;
}

/** Opening balance, everything that changed it, closing balance; zero rows are omitted. */
export function statementRows(statement: YearStatement): StatementRow[] {
  const moved: StatementRow[] = [
    { what: 'Earned from approved reviews', cents: statement.earnedCents },
    { what: 'Reviews reversed', cents: statement.reversedCents },
    { what: 'Corrections', cents: statement.correctedCents },
    { what: 'Test funds', cents: statement.testFundsCents },
    { what: 'Paid out', cents: statement.paidOutCents },
    { what: 'Returned payouts', cents: statement.returnedCents },
  ];
  const isOver = statement.year < (statement.years[0] ?? 0);
  const closing = isOver ? `Balance on December 31, ${statement.year}` : 'Balance today';
  return [
    { what: `Balance on January 1, ${statement.year}`, cents: statement.openingCents },
    ...moved.filter(({ what, cents }) => cents !== 0 || what === 'Paid out' || what.startsWith('Earned')),
    { what: closing, cents: statement.closingCents },
  ];
}

/** The same as CSV: the totals, then each payout with its date. */
export const yearStatementCsv = (statement: YearStatement): string =>
  csvOf([
    ['year', 'date', 'what', 'payout', 'amount', 'currency'],
    ...statementRows(statement).map(({ what, cents }) => [
      String(statement.year),
      '',
      what,
      '',
      { cents },
      'USD',
    ]),
    ...statement.payouts.map(({ bookedAt, kind, payoutId, amountCents }) => [
      String(statement.year),
      bookedAt.slice(0, 10),
      kind === 'payout_completion' ? 'Payout' : 'Returned payout',
      payoutId,
      { cents: amountCents },
      'USD',
    ]),
  ]);
