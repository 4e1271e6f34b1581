import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { api } from '#contract/index.ts';
import type { Movement } from '#contract/money/wallet/wallet.ts';
import { callApi } from '#web/calls/api.ts';
import { failureText, toastFor } from '#web/calls/error-messages.ts';
import { saveCsv } from '#web/files/save-csv.ts';
import { LoadFailure } from '#web/load-failure.tsx';
import { Button } from '#web/ui/controls/button.tsx';
import { linkStyle } from '#web/ui/controls/link-style.ts';
import { LoadMore } from '#web/ui/controls/load-more.tsx';
import { figure, money, rowName, timeAgo } from '#web/ui/display/columns.tsx';
import { EmptyState } from '#web/ui/display/empty-state.tsx';
import { Money } from '#web/ui/display/money.tsx';
import { Skeleton } from '#web/ui/display/skeleton.tsx';
import { type Column, Table } from '#web/ui/display/table.tsx';
import { toast } from '#web/ui/display/toast-queue.ts';
import { movementText, statementCsv } from './movement-texts.ts';
import { statementQuery } from './wallet-queries.ts';

const Nothing = () => <span className="text-muted">–</span>;

const columns: readonly Column<Movement>[] = [
  timeAgo('When', ({ createdAt }) => createdAt),
  rowName('What', (movement) => (
    <>
      <span className="block">{movementText(movement)}</span>
      {movement.reason !== null && (
        <span className="block max-w-prose text-sm font-normal text-muted">{movement.reason}</span>
      )}
    </>
  )),
  figure('Available', (movement) => <Available movement={movement} />, {
    isBlank: ({ availableCents, owedCents }) => availableCents === 0 && owedCents === 0,
  }),
  figure(
    'Pending',
    ({ pendingCents }) => (pendingCents === 0 ? <Nothing /> : <Money cents={pendingCents} signed />),
    { isBlank: ({ pendingCents }) => pendingCents === 0 },
  ),
  money('Available after', ({ balanceCents }) => balanceCents),
];

const Available = ({ movement: { availableCents, owedCents } }: { movement: Movement }) => (
  <>
    {availableCents === 0 ? (
      <Nothing />
    ) : (
      <Money cents={availableCents} tone={availableCents > 0 ? 'earned' : 'plain'} signed />
    )}
    {owedCents !== 0 && (
      <span className="block text-sm text-muted">
        <Money cents={owedCents} signed /> owed
      </span>
    )}
  </>
);

const everyPage = 200;

async function fetchAllMovements(): Promise<Movement[]> {
  const movements: Movement[] = [];
  let cursor: string | null | undefined;
  while (cursor !== null) {
    const query = cursor === undefined ? { size: everyPage } : { size: everyPage, cursor };
    const page = await callApi(api.wallet.listMovements, { query });
    movements.push(...page.items);
    cursor = page.nextCursor;
  }
  return movements;
}

function ExportStatement() {
  const reading = useMutation({ mutationFn: fetchAllMovements });
  const start = () =>
    reading.mutate(undefined, {
      onSuccess: (movements) => saveCsv('statement.csv', statementCsv(movements)),
      onError: (error) => toast(toastFor(error, { title: 'Export failed' })),
    });
  return (
    <Button
      variant="quiet"
      size="small"
      onPress={start}
      isPending={reading.isPending}
      pendingLabel="Exporting..."
    >
      Export as CSV
    </Button>
  );
}

/** All movements of the listener's money with their reasons, newest first. */
export function Statement() {
  const movements = useInfiniteQuery(statementQuery);
  const rows = movements.data?.pages.flatMap((page) => page.items);
  return (
    <section aria-labelledby="statement" className="grid gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="statement" className="text-3xl">
          Statement
        </h2>
        <div className="flex flex-wrap items-center gap-3">
          <Link to="/app/wallet/year" className={`${linkStyle} py-2.5`}>
            Yearly statement
          </Link>
          {rows !== undefined && rows.length > 0 && <ExportStatement />}
        </div>
      </div>
      {rows === undefined && movements.isError && (
        <LoadFailure title="Error loading wallet data" onRetry={() => void movements.refetch()}>
          {failureText(movements.error)}
        </LoadFailure>
      )}
      {rows === undefined && !movements.isError && <Skeleton className="h-48 w-full" label="Loading..." />}
      {rows?.length === 0 && (
        <EmptyState title="No earnings or payouts yet" level={3}>
          Approved reviews and payouts appear here, to the cent.
        </EmptyState>
      )}
      {rows !== undefined && rows.length > 0 && (
        <Table caption="Statement" columns={columns} rows={rows} rowKey={({ id }) => String(id)} />
      )}
      {movements.hasNextPage && (
        <LoadMore isLoading={movements.isFetchingNextPage} onPress={() => void movements.fetchNextPage()} />
      )}
    </section>
  );
}
