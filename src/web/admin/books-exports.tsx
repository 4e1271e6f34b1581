import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import type { Books, PayoutExport } from '#contract/books.ts';
import { formatCents } from '#contract/cents.ts';
import { api } from '#contract/index.ts';
import { callApi } from '#web/api.ts';
import { toastFor } from '#web/error-messages.ts';
import { saveCsv } from '#web/save-csv.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Money } from '#web/ui/display/money.tsx';
import { Panel } from '#web/ui/display/panel.tsx';
import { type Column, Table } from '#web/ui/display/table.tsx';
import { TimeAgo } from '#web/ui/display/time-ago.tsx';
import { toast } from '#web/ui/display/toast.tsx';
import { VisuallyHidden } from '#web/ui/display/visually-hidden.tsx';
import { useBooksAct } from './books-act.ts';
import { payoutExportsQuery } from './books-queries.ts';

async function handOver(exportId: string): Promise<void> {
  const { file } = await callApi(api.books.handOverPayouts, { params: { exportId }, body: {} });
  if (file !== null) saveCsv(file.name, file.content);
}

/** Approved payouts on their way to the bank: what waits, and what has left. */
export function BooksExports({ toExport }: { toExport: Books['toExport'] }) {
  const exported = useInfiniteQuery(payoutExportsQuery);
  const { act, isPending } = useBooksAct();
  const rows = exported.data?.pages.flatMap((page) => page.items) ?? [];
  const makeExport = () =>
    act({
      name: 'export-payouts',
      run: async (key) => {
        const made = await callApi(api.books.exportPayouts, { body: {}, idempotencyKey: key });
        await handOver(made.id);
        return {
          title: 'Payouts exported',
          body: `${countText(made.lineCount)}, ${formatCents(made.totalCents)}.`,
        };
      },
      failed: 'Export failed',
    });
  return (
    <Panel
      title="Payments"
      actions={
        <Button
          size="small"
          isDisabled={toExport.count === 0}
          isPending={isPending}
          pendingLabel="Exporting..."
          onPress={makeExport}
        >
          Export for the bank
        </Button>
      }
    >
      <div className="grid gap-4">
        <p className="text-muted">
          {toExport.count === 0
            ? 'Every approved payout has been exported.'
            : `${countText(toExport.count)} of ${formatCents(toExport.totalCents)} approved and not exported yet.`}
        </p>
        {rows.length > 0 && (
          <Table caption="Exports for the bank" columns={columns} rows={rows} rowKey={({ id }) => id} />
        )}
        {exported.hasNextPage && (
          <div>
            <Button variant="quiet" size="small" onPress={() => void exported.fetchNextPage()}>
              Older exports
            </Button>
          </div>
        )}
      </div>
    </Panel>
  );
}

const countText = (count: number) => `${count.toLocaleString('en-US')} ${count === 1 ? 'payout' : 'payouts'}`;

const columns: readonly Column<PayoutExport>[] = [
  { id: 'made', header: 'Exported', isRowHeader: true, cell: ({ madeAt }) => <TimeAgo date={madeAt} /> },
  { id: 'by', header: 'By', cell: ({ madeBy }) => madeBy },
  { id: 'lines', header: 'Payouts', align: 'end', cell: ({ lineCount }) => lineCount },
  { id: 'total', header: 'Total', align: 'end', cell: ({ totalCents }) => <Money cents={totalCents} /> },
  { id: 'file', header: 'File', cell: (made) => <DownloadAgain made={made} /> },
];

function DownloadAgain({ made }: { made: PayoutExport }) {
  const { mutate, isPending } = useMutation({
    mutationFn: () => handOver(made.id),
    onError: (error) => toast(toastFor(error, { title: 'Export failed' })),
  });
  return (
    <Button variant="quiet" size="small" isPending={isPending} onPress={() => mutate()}>
      Download
      <VisuallyHidden>{` the export of ${made.madeAt.slice(0, 10)}`}</VisuallyHidden>
    </Button>
  );
}
