import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import type { YearStatement } from '#contract/money/wallet/year-statement.ts';
import { failureText } from '#web/calls/error-messages.ts';
import { saveCsv } from '#web/files/save-csv.ts';
import { RequireRole } from '#web/identity/roles/require-role.tsx';
import { LoadFailure } from '#web/load-failure.tsx';
import { Button } from '#web/ui/controls/button.tsx';
import { linkStyle } from '#web/ui/controls/link-style.ts';
import { column, money, rowName } from '#web/ui/display/columns.tsx';
import { PageHeading } from '#web/ui/display/page-heading.tsx';
import { Skeleton } from '#web/ui/display/skeleton.tsx';
import { type Column, Table } from '#web/ui/display/table.tsx';
import { yearStatementQuery } from './wallet-queries.ts';
import { type StatementRow, statementRows, yearStatementCsv } from './year-statement-rows.ts';

const sumColumns: readonly Column<StatementRow>[] = [
  rowName('What', ({ what }) => what),
  money('US dollars', ({ cents }) => cents),
];

const payoutColumns: readonly Column<YearStatement['payouts'][number]>[] = [
  rowName('Date (UTC)', ({ bookedAt }) => bookedAt.slice(0, 10)),
  column('What', ({ kind }) => (kind === 'payout_completion' ? 'Payout' : 'Returned payout')),
  column('Reference', ({ payoutId }) => <span className="wrap-anywhere">{payoutId}</span>),
  money('US dollars', ({ amountCents }) => amountCents),
];

const thisYear = () => new Date().getUTCFullYear();

/** The year in the URL; the current one if absent or invalid. */
const yearOf = (text: string | undefined): number =>
  /^20[2-9]\d$/.test(text ?? '') ? Number(text) : thisYear();

/** One calendar year of the ledger, to print or download. */
export function YearStatementPage() {
  return (
    <RequireRole
      userType="listener"
      title="Listener Access Required"
      body="Only listeners can access wallet features."
    >
      <YearContent />
    </RequireRole>
  );
}

function YearContent() {
  const { year: typed } = useSearch({ from: '/app/wallet/year' });
  const year = yearOf(typed);
  const statement = useQuery(yearStatementQuery(year));
  const years = statement.data?.years ?? [];
  const choices = [...new Set([year, ...years])].sort((one, other) => other - one);
  return (
    <div className="grid gap-8">
      <PageHeading lead="What you earned and were paid in one calendar year (UTC). This isn’t tax advice.">
        {`Statement ${year}`}
      </PageHeading>
      <div className="not-on-paper flex flex-wrap items-center gap-3">
        {choices.length > 1 && <Years choices={choices} />}
        {statement.data !== undefined && <StatementActions statement={statement.data} />}
      </div>
      {statement.data !== undefined && <StatementTables statement={statement.data} />}
      {statement.data === undefined && statement.isError && (
        <LoadFailure title="Error loading wallet data" onRetry={() => void statement.refetch()}>
          {failureText(statement.error)}
        </LoadFailure>
      )}
      {statement.data === undefined && !statement.isError && (
        <Skeleton className="h-64 w-full" label="Loading..." />
      )}
    </div>
  );
}

const Years = ({ choices }: { choices: readonly number[] }) => (
  <nav aria-label="Years" className="me-3 flex flex-wrap gap-x-5">
    {choices.map((year) => (
      <Link
        key={year}
        to="/app/wallet/year"
        search={{ year: String(year) }}
        replace
        className={`${linkStyle} tabular flex min-h-11 items-center aria-[current=page]:text-text aria-[current=page]:no-underline`}
      >
        {year}
      </Link>
    ))}
  </nav>
);

const StatementActions = ({ statement }: { statement: YearStatement }) => (
  <>
    <Button variant="quiet" onPress={() => window.print()}>
      Print
    </Button>
    <Button
      variant="quiet"
      onPress={() => saveCsv(`statement-${statement.year}.csv`, yearStatementCsv(statement))}
    >
      Export as CSV
    </Button>
  </>
);

const StatementTables = ({ statement }: { statement: YearStatement }) => (
  <>
    <p className="wrap-anywhere">
      {statement.name}, {statement.email}
    </p>
    <Table
      caption={`Sums of ${statement.year}`}
      columns={sumColumns}
      rows={statementRows(statement)}
      rowKey={({ what }) => what}
    />
    {statement.payouts.length > 0 && (
      <section aria-labelledby="year-payouts" className="grid gap-4">
        <h2 id="year-payouts" className="text-3xl">
          Payouts
        </h2>
        <Table
          caption={`Payouts of ${statement.year}`}
          columns={payoutColumns}
          rows={statement.payouts}
          rowKey={({ payoutId, kind }) => `${payoutId} ${kind}`}
        />
      </section>
    )}
  </>
);
